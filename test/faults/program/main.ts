// A real Tributary process that also knows the kinds of the fault tests.
import 'reflect-metadata';
import { runTributary } from '../../../src/bootstrap/run-tributary';
import { FAULTS } from './faults.module';

void runTributary(FAULTS);

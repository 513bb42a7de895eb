import 'reflect-metadata';
import { runTributary } from './bootstrap/run-tributary';

void runTributary();

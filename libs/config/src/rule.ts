import { type ConfigProblem } from './config-error';
import { type Environment, type VariableName } from './define-variables';

/** A check that concerns more than one variable; `given` has those that were set explicitly. */
export type Rule = (
  environment: Environment,
  given: (name: VariableName) => boolean,
) => ConfigProblem[];

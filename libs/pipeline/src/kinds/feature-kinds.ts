import { type RunKind } from './run-kind';

/** The kinds of runs that one feature registered, for {@link RunKindRegistry} to find at boot. */
export class FeatureKinds {
  constructor(readonly kinds: readonly RunKind[]) {}
}

import { DomainError } from '@tributary/common';
import { type RunKindRegistry } from '@tributary/pipeline';

/** Rejects a filter by a kind that does not exist: an empty page would look like good news. */
export function requireKnownKind(kinds: RunKindRegistry, kind: string | undefined): void {
  if (kind === undefined || kinds.names.includes(kind)) return;
  throw new DomainError('VALIDATION_FAILED', {
    detail: [
      {
        loc: ['query', 'kind'],
        msg: `Kind must be one of the following values: ${kinds.names.join(', ')}.`,
        type: 'is_in',
      },
    ],
  });
}

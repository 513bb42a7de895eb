import { type RunReference } from '@tributary/contracts';
import { type RunKind } from '../kinds/run-kind';
import { type Run } from '../ledger/run';

/** What every event about a run says of it, in the words of its kind. */
export function referenceOf(
  { id: run_id, kind, subject }: Pick<Run, 'id' | 'kind' | 'subject'>,
  definition: Pick<RunKind, 'subjectField'> | undefined,
): RunReference {
  const field = definition?.subjectField;
  return { run_id, kind, subject, ...(field === undefined ? {} : { [field]: subject }) };
}

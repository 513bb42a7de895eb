import { type RunReference } from '@tributary/contracts';
import { type RunKind } from '../kinds/run-kind';
import { type Run } from '../ledger/run';

/** The fields that every event about a run contains, with its kind's name of the subject. */
export function referenceOf(
  { id: run_id, kind, subject }: Pick<Run, 'id' | 'kind' | 'subject'>,
  definition: Pick<RunKind, 'subjectField'> | undefined,
): RunReference {
  const field = definition?.subjectField;
  return { run_id, kind, subject, ...(field === undefined ? {} : { [field]: subject }) };
}

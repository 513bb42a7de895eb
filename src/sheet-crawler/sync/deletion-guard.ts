/** What a sync is about to do to the stored rows. */
export interface DeletionCounts {
  /** How many rows are stored. */
  readonly stored: number;
  /** How many of them are not in the sheet any more. */
  readonly vanishing: number;
  /** How many rows the sheet has. */
  readonly read: number;
  /** Which share of the stored rows may vanish, from 0 to 1. */
  readonly share: number;
}

/**
 * The message for the owner when so many rows must not be deleted without consent; undefined when
 * they may.
 */
export function excessiveDeletionMessage({
  stored,
  vanishing,
  read,
  share,
}: DeletionCounts): string | undefined {
  const isEmptied = stored > 0 && read === 0;
  if (!isEmptied && vanishing <= share * stored) return undefined;
  return (
    `${vanishing} of ${stored} stored ${stored === 1 ? 'row' : 'rows'} would vanish, ` +
    'so nothing was changed. Check the sheet: a filter does not hide rows from us, but rows are ' +
    'missing from a tab that was cleared or is being rewritten. If it is intended, sync once ' +
    'more with "accept_deletions": true.'
  );
}

/** How many replies took how many minutes, by {@link responseBin}. */
export type ResponseHistogram = Map<number, number>;

/** Minutes below it are counted one by one; above it, in bins of 1/128 to 1/256 of their size. */
const EXACT = 256;
const OCTAVES = 16;
/** 32 years; what takes longer counts as this. */
const LONGEST = EXACT * 2 ** OCTAVES;
const MS_PER_MINUTE = 60_000;

/** The bin of a time to respond: the fewest minutes in it, at most 0.8 percent less than the time. */
export function responseBin(minutes: number): number {
  if (minutes >= LONGEST) return LONGEST;
  let width = 1;
  while (minutes >= EXACT * width) width *= 2;
  return minutes - (minutes % width);
}

/** The same as an expression of the store, for a review with a `replied_at`. */
export const RESPONSE_BIN = {
  $let: {
    vars: {
      minutes: {
        // A clock that goes back, or a review that is newer than its reply.
        $max: [
          0,
          { $floor: { $divide: [{ $subtract: ['$replied_at', '$created_at'] }, MS_PER_MINUTE] } },
        ],
      },
    },
    in: {
      $switch: {
        branches: Array.from({ length: OCTAVES + 1 }, (_, octave) => ({
          case: { $lt: ['$$minutes', EXACT * 2 ** octave] },
          then: { $subtract: ['$$minutes', { $mod: ['$$minutes', 2 ** octave] }] },
        })),
        default: LONGEST,
      },
    },
  },
};

/** The median, of an even number the mean of the middle two; null without any. */
export function medianOf(responses: ResponseHistogram): number | null {
  const bins = [...responses].sort(([one], [other]) => one - other);
  const total = bins.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  return (atRank(bins, Math.floor((total - 1) / 2)) + atRank(bins, Math.floor(total / 2))) / 2;
}

function atRank(bins: readonly (readonly [number, number])[], rank: number): number {
  let before = 0;
  for (const [minutes, count] of bins) {
    before += count;
    if (rank < before) return minutes;
  }
  throw new Error('The rank is beyond the end');
}

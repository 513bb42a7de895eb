import { createHash } from 'node:crypto';
import { type ReviewDefinition, type ReviewSource } from '../business/definition';
import { type Dice, DiceBox } from './dice';
import { ENGLISH, type Mood, REPLIES, TRANSLATED, VIETNAMESE } from './review-words';
import { FAMILY_NAMES, GIVEN_NAMES, MIDDLE_NAMES } from './words';

const DAY_MS = 86_400_000;
/** The end of the last day of the sample in Vietnam. */
const END = Date.UTC(2026, 9, 31, 16, 59, 59);
/** The end of the millisecond in which the sample ends. */
const LAST = END + 0.999;
const SPAN_MS = 4 * 365 * DAY_MS;

/** The reviews of a location, newest first, made up from a seed when they are read. */
export function sampleReviews(seed: number, locationId: string, count: number): ReviewSource {
  const box = new DiceBox(seed, `reviews of ${locationId}`);
  return {
    count,
    review: (index) => {
      const dice = box.at(index);
      const key = `${seed}/${locationId}/${index}`;
      const createTime = Math.round(END - ((index + dice.fraction()) * SPAN_MS) / count);
      return sampleReview(key, createTime + microseconds(key), dice);
    },
  };
}

/** A fraction of a millisecond, as the times of most reviews have one at Google. */
function microseconds(key: string): number {
  const digest = createHash('sha256').update(`time of ${key}`).digest();
  return (digest.readUInt32BE() % 1000) / 1000;
}

function sampleReview(key: string, createTime: number, dice: Dice): ReviewDefinition {
  const digest = createHash('sha256').update(key).digest('base64url');
  const stars = dice.weighted([
    [5, 62],
    [4, 18],
    [3, 8],
    [2, 4],
    [1, 8],
  ]);
  const mood: Mood = stars >= 4 ? 'good' : stars === 3 ? 'fair' : 'bad';
  const isAnonymous = dice.chance(0.04);
  const name = `${dice.weighted(FAMILY_NAMES)} ${dice.pick(MIDDLE_NAMES)} ${dice.pick(GIVEN_NAMES)}`;
  const isEdited = dice.chance(0.05);
  const updateTime = Math.min(LAST, createTime + dice.integer(1, 90) * DAY_MS);
  const hasReply = dice.chance(mood === 'bad' ? 0.7 : 0.35);
  const replyTime = Math.min(LAST, createTime + dice.integer(1, 72) * 3_600_000);
  const reply = { comment: dice.pick(REPLIES[mood]), updateTime: replyTime };
  const comment = sampleComment(mood, dice);
  return {
    reviewId: `AbFvOq${digest.slice(0, 32)}`,
    reviewer: {
      displayName: name,
      profilePhotoUrl: `https://lh3.googleusercontent.com/a-/${digest.slice(0, 20)}=c0x00000000-cc-rp`,
    },
    ...(isAnonymous && { isAnonymous }),
    stars,
    ...(comment !== undefined && { comment }),
    createTime,
    ...(isEdited && { updateTime }),
    ...(hasReply && { reply }),
  };
}

function sampleComment(mood: Mood, dice: Dice): string | undefined {
  const kind = dice.weighted([
    ['none', 28],
    ['vietnamese', 50],
    ['english', 16],
    ['translated', 6],
  ]);
  if (kind === 'vietnamese') return dice.pick(VIETNAMESE[mood]);
  if (kind === 'english') return dice.pick(ENGLISH[mood]);
  if (kind === 'none') return undefined;
  const [original, translation] = dice.pick(TRANSLATED[mood]);
  return `(Translated by Google) ${translation}\n\n(Original)\n${original}`;
}

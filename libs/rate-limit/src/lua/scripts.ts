import { RedisScript } from '../redis-script';
import { ANSWERS } from './answers.lua';
import { GRANTS } from './grants.lua';
import { OWNER_QUEUES } from './owner-queues.lua';
import { TURN_REQUEST } from './turn-request.lua';
import { LEVELS } from './levels.lua';
import { LOOK } from './look.lua';
import { OPENING } from './opening.lua';
import { TURN_RESPONSE } from './turn-response.lua';
import { SLOTS } from './slots.lua';

/**
 * One exchange of a process with a policy: requests that were answered, waiters that gave up,
 * requests that want a permit; then all waiters are served whose turn has come.
 */
export const TURN_SCRIPT = new RedisScript(
  [LEVELS, TURN_REQUEST, SLOTS, OPENING, OWNER_QUEUES, ANSWERS, GRANTS, TURN_RESPONSE].join('\n'),
);

/** Reads the state of a policy. */
export const LOOK_SCRIPT = new RedisScript([LEVELS, LOOK].join('\n'));

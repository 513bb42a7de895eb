import { AppendStrategy } from './append.strategy';
import { MirrorStrategy } from './mirror/mirror.strategy';

/** Every way of syncing; a new one is a file and a line here. */
export const SYNC_STRATEGIES = [AppendStrategy, MirrorStrategy];

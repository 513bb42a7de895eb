export { CursorReply } from './cursor-reply';
export { fillBatch, MAX_BATCH_BYTES, type Batch } from './batch';
export {
  CursorRegistry,
  type CursorLimits,
  type CursorSource,
  type CursorTail,
} from './cursor-registry';

export { Listener } from './listener';
export { MAX_MESSAGE_BYTES, ProtocolError } from './protocol';

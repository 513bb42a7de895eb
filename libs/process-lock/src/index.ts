export { FolderInUseError } from './folder-in-use.error';
export { OwnerLock } from './owner-lock';
export { hasCode, readIfPresent, writePrivateFile } from './private-file';
export {
  identityOf,
  isProcessIdentity,
  isRunning,
  type ProcessIdentity,
  startFromPs,
} from './process-identity';

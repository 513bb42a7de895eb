/** Thrown when another live process owns a folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';

  constructor(
    readonly ownerPid: number,
    readonly folder: string,
  ) {
    super(`${folder} is in use by process ${ownerPid}. Stop that process, or use another folder.`);
  }
}

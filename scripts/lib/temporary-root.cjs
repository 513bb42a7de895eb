const { statfs } = require('node:fs/promises');
const { tmpdir } = require('node:os');

/** The in-memory file system of Linux, and how much space the stores of all tests may need. */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 8e9;

/** Described in temporary-root.d.cts. */
exports.temporaryRoot = async function temporaryRoot() {
  if (tmpdir().startsWith(`${MEMORY}/`)) return tmpdir();
  const memory = await statfs(MEMORY).catch(() => undefined);
  return memory && memory.bavail * memory.bsize > ROOM_BYTES ? MEMORY : tmpdir();
};

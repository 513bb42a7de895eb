/** The largest document, in bytes. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** The largest message, in bytes. */
export const MAX_MESSAGE_BYTES = 48_000_000;

/** The most statements in one write command. */
export const MAX_WRITE_BATCH = 100_000;

/** The folder for temporary files: in memory where there is room, because nothing has to survive. */
export function temporaryRoot(): Promise<string>;

/** A text of a workbook with `_xHHHH_` read as the character that it stands for, left to right. */
export function readNotation(text: string): string {
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

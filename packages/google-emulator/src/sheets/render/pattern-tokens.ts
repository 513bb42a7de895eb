/** One sign, or a run of equal signs, of a format pattern. */
export type PatternToken =
  | { readonly kind: 'literal'; readonly text: string }
  /** `0`, `#` or `?`, one at a time. */
  | { readonly kind: 'digit'; readonly sign: string }
  | { readonly kind: 'point' | 'comma' | 'percent' | 'text' | 'general' }
  | { readonly kind: 'exponent'; readonly digits: number; readonly plus: boolean }
  /** A run of `y`, `m`, `d`, `h` or `s`; in brackets it counts on beyond a day. */
  | {
      readonly kind: 'date';
      readonly letter: string;
      readonly length: number;
      readonly elapsed: boolean;
    }
  | { readonly kind: 'day-period'; readonly short: boolean }
  | { readonly kind: 'condition'; readonly operator: string; readonly limit: number };

const RULES: readonly [RegExp, (match: RegExpExecArray) => PatternToken | undefined][] = [
  [/"([^"]*)"?/y, ([, text]) => literal(text ?? '')],
  [/\\(.)/suy, ([, text]) => literal(text ?? '')],
  [/\[\$([^\]-]*)(?:-[^\]]*)?\]/y, ([, text]) => literal(text ?? '')],
  [/\[(h+|m+|s+)\]/iy, ([, letters = '']) => date(letters, true)],
  [
    /\[(<=|>=|<>|=|<|>)(-?[\d.]+)\]/y,
    ([, operator = '', limit]) => ({ kind: 'condition', operator, limit: Number(limit) }),
  ],
  [/\[[^\]]*\]/y, () => undefined],
  [/_./suy, () => literal(' ')],
  [/\*./suy, () => undefined],
  [/General/iy, () => ({ kind: 'general' })],
  [/am\/pm/iy, () => ({ kind: 'day-period', short: false })],
  [/a\/p/iy, () => ({ kind: 'day-period', short: true })],
  [/E([+-])([0#?]+)/iy, ([, sign, digits = '']) => exponent(sign === '+', digits.length)],
  [/y+|m+|d+|h+|s+/iy, ([letters]) => date(letters, false)],
  [/[0#?]/y, ([sign]) => ({ kind: 'digit', sign })],
  [/\./y, () => ({ kind: 'point' })],
  [/,/y, () => ({ kind: 'comma' })],
  [/%/y, () => ({ kind: 'percent' })],
  [/@/y, () => ({ kind: 'text' })],
  [/./suy, ([text]) => literal(text)],
];

/** The sections of a pattern, which `;` separates: positive, negative, zero, text. */
export function tokenizePattern(pattern: string): PatternToken[][] {
  const sections: PatternToken[][] = [[]];
  for (let position = 0; position < pattern.length;) {
    if (pattern[position] === ';') {
      sections.push([]);
      position += 1;
      continue;
    }
    const { token, end } = next(pattern, position);
    if (token) sections.at(-1)?.push(token);
    position = end;
  }
  return sections;
}

function next(pattern: string, position: number): { token?: PatternToken; end: number } {
  for (const [rule, make] of RULES) {
    rule.lastIndex = position;
    const match = rule.exec(pattern);
    if (!match) continue;
    const token = make(match);
    return { end: rule.lastIndex, ...(token && { token }) };
  }
  return { end: position + 1 };
}

function literal(text: string): PatternToken {
  return { kind: 'literal', text };
}

function date(letters: string, elapsed: boolean): PatternToken {
  return { kind: 'date', letter: letters.charAt(0).toLowerCase(), length: letters.length, elapsed };
}

function exponent(plus: boolean, digits: number): PatternToken {
  return { kind: 'exponent', plus, digits };
}

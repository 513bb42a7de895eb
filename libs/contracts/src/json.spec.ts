import { type JsonCompatible } from '.';

/** Compiles only when the two types are the same. */
function same<A, B>(verdict: [A] extends [B] ? ([B] extends [A] ? true : false) : false): boolean {
  return verdict;
}

describe('a payload', () => {
  it('keeps what survives JSON', () => {
    interface Fine {
      text: string;
      list: readonly { n: number | null }[];
      maybe?: boolean;
    }
    expect(same<JsonCompatible<Fine>['list'], Fine['list']>(true)).toBe(true);
    expect(same<JsonCompatible<Fine>['text'], string>(true)).toBe(true);
  });

  it('does not compile with anything else', () => {
    expect(same<JsonCompatible<{ at: Date }>['at'], never>(true)).toBe(true);
    expect(same<JsonCompatible<{ at: bigint }>['at'], never>(true)).toBe(true);
    expect(same<JsonCompatible<{ at: () => void }>['at'], never>(true)).toBe(true);
    expect(same<JsonCompatible<{ at: Map<string, string> }>['at'], never>(true)).toBe(true);
    expect(same<JsonCompatible<{ at: undefined }>['at'], never>(true)).toBe(true);
    expect(same<JsonCompatible<{ in: { at: Date }[] }>['in'][number]['at'], never>(true)).toBe(
      true,
    );
  });
});

import { ChunkedNumberArray } from './chunked-number-array';

describe('ChunkedNumberArray', () => {
  it.each([
    ['bytes', ChunkedNumberArray.ofBytes(), 255],
    ['integers', ChunkedNumberArray.ofIntegers(), 0xffffffff],
    ['large integers', ChunkedNumberArray.ofLargeIntegers(), Number.MAX_SAFE_INTEGER],
  ])('keeps %s over many blocks', (_, list, largest) => {
    const length = 20_000;
    for (let index = 0; index < length; index += 1) list.push(largest - (index % 200));
    list.set(9_000, 7);
    expect(list.length).toBe(length);
    for (let index = 0; index < length; index += 1) {
      if (list.at(index) !== (index === 9_000 ? 7 : largest - (index % 200))) {
        throw new Error(`${index} holds ${list.at(index)}`);
      }
    }
  });
});

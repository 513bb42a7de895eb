import * as fc from 'fast-check';
import { serialize } from 'bson';
import { CommandError } from '../errors';
import {
  add,
  Binary,
  BSONRegExp,
  BSONSymbol,
  type BsonValue,
  cloneValue,
  Code,
  compare,
  compareNumbers,
  Decimal128,
  decode,
  decodeRoots,
  type Doc,
  Double,
  encode,
  encodeKey,
  equals,
  hashKey,
  Int32,
  Long,
  MaxKey,
  MinKey,
  multiply,
  type NumericValue,
  ObjectId,
  setOwn,
  subtract,
  Timestamp,
  toNumber,
} from './index';
import { encodeValue } from './testing/encode-value';

const int32 = fc.oneof(fc.integer(), fc.integer({ min: -3, max: 3 }));
const int64 = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: 2n ** 53n - 4n, max: 2n ** 53n + 4n }),
  fc.bigInt({ min: 2n ** 63n - 2000n, max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -3n, max: 3n }),
);
const double = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, 0.1, 0.5, 1, 2 ** 53, 2 ** 53 + 2, 2 ** 63, -(2 ** 63), 5e-324, NaN),
  fc.integer({ min: -3, max: 3 }),
);
const decimal = fc.oneof(
  fc
    .tuple(
      fc.bigInt({ min: -(10n ** 34n) + 1n, max: 10n ** 34n - 1n }),
      fc.integer({ min: -6176, max: 6111 }),
    )
    .map(([digits, exponent]) => new Decimal128(`${digits}E${exponent}`)),
  fc
    .tuple(fc.bigInt({ min: -2000n, max: 2000n }), fc.integer({ min: -4, max: 4 }))
    .map(([digits, exponent]) => new Decimal128(`${digits}E${exponent}`)),
  double.filter((value) => Number.isFinite(value)).map((value) => new Decimal128(String(value))),
  int64.map((value) => new Decimal128(String(value))),
  fc
    .constantFrom('NaN', 'Infinity', '-Infinity', '-0', '1E-6176', '9E+6144', '1E-400', '-1E-400')
    .map((text) => new Decimal128(text)),
);
const numeric: fc.Arbitrary<NumericValue> = fc.oneof(
  int32,
  int64.map((value) => Long.fromBigInt(value)),
  double,
  double.map((value) => new Double(value)),
  decimal,
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({
    unit: fc.constantFrom('a', 'b', '\0', '\x01', '\x02', 'é', '\uffff', '😀'),
    maxLength: 4,
  }),
);
/** JavaScript moves names that look like array indexes to the front, so they cannot keep order. */
const fieldName = fc
  .oneof(fc.constantFrom('a', 'b', '_id', '__proto__', 'constructor', '_bsontype', ''), text)
  .map((name) => name.replaceAll('\0', '0'))
  .filter((name) => !/^\d+$/.test(name));

const scalar: fc.Arbitrary<BsonValue> = fc.oneof(
  { weight: 4, arbitrary: numeric },
  { weight: 2, arbitrary: text },
  fc.constant(null),
  fc.boolean(),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
  fc
    .tuple(fc.uint8Array({ maxLength: 4 }), fc.constantFrom(0, 2, 4, 128))
    .map(([bytes, subtype]) => new Binary(Buffer.from(bytes), subtype)),
  fc.tuple(fc.nat(0xffffffff), fc.nat(0xffffffff)).map(([t, i]) => new Timestamp({ t, i })),
  fc
    .tuple(
      text.map((source) => source.replaceAll('\0', '.')),
      fc.constantFrom('', 'i', 'ims'),
    )
    .map(([source, options]) => new BSONRegExp(source, options)),
  text.map((value) => new BSONSymbol(value)),
  text.map((code) => new Code(code)),
  text.map((code) => new Code(code, { x: 1 })),
  fc.constantFrom(new MinKey(), new MaxKey()),
);

function documentOf(fields: [string, BsonValue][]): Doc {
  const doc: Doc = {};
  for (const [name, value] of fields) setOwn(doc, name, value);
  return doc;
}

const { value, document } = fc.letrec<{ value: BsonValue; document: Doc; array: BsonValue[] }>(
  (tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      { weight: 5, arbitrary: scalar },
      tie('document'),
      tie('array'),
    ),
    document: fc
      .array(fc.tuple(fieldName, tie('value')), { maxLength: 4 })
      .map((fields) => documentOf(fields)),
    array: fc.array(tie('value'), { maxLength: 4 }),
  }),
);

const RUNS = { numRuns: 600 };
const sign = Math.sign;

describe('compare', () => {
  it('is antisymmetric and reflexive', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(sign(compare(a, b)) + sign(compare(b, a))).toBe(0);
        expect(compare(a, cloneValue(a))).toBe(0);
        expect(equals(a, b)).toBe(compare(a, b) === 0);
      }),
      RUNS,
    );
  });

  it('is transitive, for numbers of all types too', () => {
    for (const kind of [value, numeric])
      fc.assert(
        fc.property(fc.array(kind, { minLength: 3, maxLength: 8 }), (values) => {
          const sorted = [...values].sort((a, b) => compare(a, b));
          for (let low = 0; low < sorted.length; low++)
            for (let high = low + 1; high < sorted.length; high++)
              expect(compare(sorted[low], sorted[high])).toBeLessThanOrEqual(0);
        }),
        RUNS,
      );
  });
});

describe('encodeKey', () => {
  it('sorts and equals as compare() does', () => {
    for (const kind of [value, numeric, scalar])
      fc.assert(
        fc.property(kind, kind, (a, b) => {
          const order = sign(compare(a, b));
          expect(Buffer.compare(encodeValue(a), encodeValue(b))).toBe(order);
          expect(hashKey(a) === hashKey(b)).toBe(order === 0);
        }),
        { numRuns: 1500 },
      );
  });

  it('sorts compound keys by each value in its direction', () => {
    const pair = fc.tuple(value, value);
    const direction = fc.constantFrom(1, -1);
    const prefix = Buffer.from([7]);
    fc.assert(
      fc.property(pair, pair, fc.tuple(direction, direction), (a, b, directions) => {
        const order = compare(a[0], b[0]) * directions[0] || compare(a[1], b[1]) * directions[1];
        const keys = [a, b].map((values) => encodeKey(prefix, values, directions)) as [
          Buffer,
          Buffer,
        ];
        // The order of equal values may be -0.
        expect(Buffer.compare(...keys)).toBe(sign(order) + 0);
      }),
      RUNS,
    );
  });

  it('never makes one key the start of another', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        const [first, second] = [encodeValue(a), encodeValue(b)];
        if (first.length < second.length)
          expect(second.subarray(0, first.length).equals(first)).toBe(false);
      }),
      RUNS,
    );
  });
});

describe('decode and encode', () => {
  it('give the same bytes again', () => {
    fc.assert(
      fc.property(document, (doc) => {
        const bytes = encode(doc);
        expect(encode(decode(bytes)).equals(bytes)).toBe(true);
        expect(compare(decode(bytes), doc)).toBe(0);
      }),
      RUNS,
    );
  });

  it('agree with the official codec', () => {
    const ordinary = document.filter((doc) => !/_bsontype/.test(Object.keys(doc).join()));
    fc.assert(
      fc.property(ordinary, (doc) => {
        if (hasBsonTypeField(doc)) return;
        expect(encode(doc).equals(serialize(doc, { ignoreUndefined: true }))).toBe(true);
      }),
      RUNS,
    );
  });

  it('decode parts and plain numbers alike', () => {
    fc.assert(
      fc.property(document, fc.array(fieldName, { maxLength: 3 }), (doc, names) => {
        const bytes = encode(doc);
        const whole = decode(bytes);
        const fields = Object.keys(whole).filter((field, index) => index % 2 === 0);
        const roots = new Set([...fields, ...names]);
        const part = documentOf(Object.entries(whole).filter(([name]) => roots.has(name)));
        expect(decodeRoots(bytes, roots)).toEqual(part);
      }),
      RUNS,
    );
  });

  it('survive any corruption of the bytes', () => {
    const change = fc.tuple(fc.nat(), fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 127, 128, 255)));
    fc.assert(
      fc.property(
        document,
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        (doc, changes, cut) => {
          const bytes = encode(doc);
          for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
          const inputs = [bytes, bytes.subarray(0, cut % (bytes.length + 1))];
          for (const input of inputs)
            for (const read of [decode, (raw: Buffer) => decodeRoots(raw, new Set(['b', 'zz']))])
              expectCommandErrorAtMost(() => read(input));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('survive random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (noise) => {
        const framed = Buffer.concat([Buffer.alloc(4), noise, Buffer.alloc(1)]);
        framed.writeInt32LE(framed.length);
        expectCommandErrorAtMost(() => decode(noise));
        expectCommandErrorAtMost(() => decode(framed));
      }),
      { numRuns: 3000 },
    );
  });
});

function hasBsonTypeField(doc: BsonValue): boolean {
  if (doc === null || typeof doc !== 'object') return false;
  return Object.entries(doc).some(
    ([name, inner]) => name === '_bsontype' || hasBsonTypeField(inner as BsonValue),
  );
}

function expectCommandErrorAtMost(work: () => Doc): void {
  try {
    encode(work());
  } catch (error) {
    expect(error).toBeInstanceOf(CommandError);
  }
}

describe('arithmetic', () => {
  const integer = fc.oneof(
    int32.map((plain) => [plain, BigInt(plain)] as const),
    int32.map((plain) => [new Int32(plain), BigInt(plain)] as const),
    int64.map((exact) => [Long.fromBigInt(exact), exact] as const),
  );
  const operations = [
    [add, (a: bigint, b: bigint) => a + b],
    [subtract, (a: bigint, b: bigint) => a - b],
    [multiply, (a: bigint, b: bigint) => a * b],
  ] as const;

  it('of integers agrees with BigInt, or reports the overflow', () => {
    fc.assert(
      fc.property(integer, integer, ([a, exactA], [b, exactB]) => {
        for (const [operation, reference] of operations) {
          const exact = reference(exactA, exactB);
          if (BigInt.asIntN(64, exact) !== exact) {
            expect(() => operation(a, b)).toThrow(CommandError);
            expect(toNumber(operation(a, b, 'double'))).toBe(Number(exact));
          } else expect(BigInt(String(operation(a, b)))).toBe(exact);
        }
      }),
      RUNS,
    );
  });

  it('of decimals agrees with scaled BigInt, rounded half to even to 34 digits', () => {
    const digits = fc.bigInt({ min: -(10n ** 34n) + 1n, max: 10n ** 34n - 1n });
    const exponent = fc.integer({ min: -40, max: 40 });
    fc.assert(
      fc.property(digits, exponent, digits, exponent, (digitsA, exponentA, digitsB, exponentB) => {
        const a = new Decimal128(`${digitsA}E${exponentA}`);
        const b = new Decimal128(`${digitsB}E${exponentB}`);
        const scale = Math.min(exponentA, exponentB);
        const alignedA = digitsA * 10n ** BigInt(exponentA - scale);
        const alignedB = digitsB * 10n ** BigInt(exponentB - scale);
        expectDecimal(add(a, b), alignedA + alignedB, scale);
        expectDecimal(subtract(a, b), alignedA - alignedB, scale);
        expectDecimal(multiply(a, b), digitsA * digitsB, exponentA + exponentB);
      }),
      RUNS,
    );
  });

  function expectDecimal(actual: NumericValue, exact: bigint, scale: number): void {
    expect(compareNumbers(actual, rounded(exact, scale))).toBe(0);
  }

  /** The official class can round a string itself, which makes it an independent reference. */
  function rounded(exact: bigint, scale: number): Decimal128 {
    const negative = exact < 0n;
    const text = String(negative ? -exact : exact);
    const surplus = Math.max(0, text.length - 34);
    let kept = BigInt(text.slice(0, text.length - surplus));
    const dropped = text.slice(text.length - surplus);
    const half = `5${'0'.repeat(Math.max(0, surplus - 1))}`;
    if (surplus > 0 && (dropped > half || (dropped === half && kept % 2n === 1n))) kept++;
    return new Decimal128(`${negative ? '-' : ''}${kept}E${scale + surplus}`);
  }
});

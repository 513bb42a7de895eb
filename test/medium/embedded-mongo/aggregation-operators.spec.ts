import { type Collection, Decimal128, type Document, Long, ObjectId } from 'mongodb';
import { codeOf } from '../../support/embedded-mongo/failures';
import { mongoUnderTest } from '../../support/embedded-mongo/mongo-under-test';

const mongo = mongoUnderTest();
let one: Collection;

const ID = new ObjectId('65f0c0ffee65f0c0ffee65f0');
const SUMMER = new Date('2024-07-15T10:20:30.456Z');

beforeAll(async () => {
  one = await mongo.collection([
    {
      _id: 1,
      n: 7,
      neg: -2.5,
      s: 'Hello World',
      viet: 'Hà Nội',
      list: [3, 1, 2],
      pairs: [
        { k: 'a', v: 1 },
        { k: 'b', v: 2 },
      ],
      o: { x: 1, y: { z: 2 } },
      none: null,
      yes: true,
      at: SUMMER,
      id: ID,
      long: Long.fromString('5000000000'),
      dec: Decimal128.fromString('1.25'),
    },
  ]);
});

/** What an expression gives for the one document there is. */
async function evaluate(expression: unknown): Promise<unknown> {
  const [result] = await one.aggregate([{ $project: { _id: 0, r: expression } }]).toArray();
  return result?.r as unknown;
}

const date = (operator: string, timezone?: string): Document => ({
  [operator]: timezone ? { date: '$at', timezone } : '$at',
});

describe.each<[string, [unknown, unknown][]]>([
  [
    'arithmetic',
    [
      [{ $add: ['$n', 1, 2] }, 10],
      [{ $subtract: ['$n', 10] }, -3],
      [{ $multiply: ['$n', 2] }, 14],
      [{ $divide: ['$n', 2] }, 3.5],
      [{ $mod: ['$n', 4] }, 3],
      [{ $abs: '$neg' }, 2.5],
      [{ $ceil: '$neg' }, -2],
      [{ $floor: '$neg' }, -3],
      [{ $trunc: ['$neg', 0] }, -2],
      [{ $round: ['$neg', 0] }, -2],
      [{ $round: [2.675, 1] }, 2.7],
      [{ $round: [1234.5, -2] }, 1200],
      [{ $pow: [2, 10] }, 1024],
      [{ $sqrt: 16 }, 4],
      [{ $exp: 0 }, 1],
      [{ $ln: 1 }, 0],
      [{ $log10: 1000 }, 3],
      [{ $log: [8, 2] }, 3],
      [{ $add: ['$n', '$none'] }, null],
      [{ $add: ['$n', '$missing'] }, null],
      [{ $multiply: ['$dec', 2] }, Decimal128.fromString('2.50')],
      [{ $add: ['$long', 1] }, 5_000_000_001],
      [{ $sum: '$list' }, 6],
      [{ $sum: ['$n', 'x', 3] }, 10],
      [{ $avg: '$list' }, 2],
      [{ $max: '$list' }, 3],
      [{ $min: ['$n', 9] }, 7],
      [{ $stdDevPop: [1, 3] }, 1],
    ],
  ],
  [
    'comparison and logic',
    [
      [{ $eq: ['$n', 7] }, true],
      [{ $eq: ['$none', '$missing'] }, false],
      [{ $gt: ['$missing', null] }, false],
      [{ $gt: ['$s', '$n'] }, true],
      [{ $cmp: ['$n', 10] }, -1],
      [{ $ne: ['$o', { x: 1, y: { z: 2 } }] }, false],
      [{ $and: ['$yes', 1, 'x'] }, true],
      [{ $and: [] }, true],
      [{ $or: ['$none', 0, false] }, false],
      [{ $not: ['$none'] }, true],
      [{ $not: [''] }, false],
      [{ $in: [2, '$list'] }, true],
      [{ $cond: [{ $gt: ['$n', 5] }, 'big', 'small'] }, 'big'],
      [{ $cond: { if: '$missing', then: 1, else: 2 } }, 2],
      [{ $ifNull: ['$none', '$missing', 'default'] }, 'default'],
      [
        {
          $switch: {
            branches: [
              { case: { $lt: ['$n', 5] }, then: 'low' },
              { case: { $lt: ['$n', 10] }, then: 'mid' },
            ],
            default: 'high',
          },
        },
        'mid',
      ],
    ],
  ],
  [
    'text',
    [
      [{ $concat: ['$s', '!', 'x'] }, 'Hello World!x'],
      [{ $concat: ['$s', '$none'] }, null],
      [{ $toUpper: '$s' }, 'HELLO WORLD'],
      [{ $toLower: '$s' }, 'hello world'],
      [{ $toUpper: '$none' }, ''],
      [{ $substrCP: ['$viet', 1, 3] }, 'à N'],
      [{ $substrBytes: ['$s', 0, 5] }, 'Hello'],
      [{ $strLenCP: '$viet' }, 6],
      [{ $strLenBytes: '$viet' }, 9],
      [{ $split: ['$s', ' '] }, ['Hello', 'World']],
      [{ $trim: { input: '  a ' } }, 'a'],
      [{ $ltrim: { input: 'xxa', chars: 'x' } }, 'a'],
      [{ $rtrim: { input: 'a, ', chars: ', ' } }, 'a'],
      [{ $indexOfCP: ['$s', 'World'] }, 6],
      [{ $indexOfCP: ['$s', 'z'] }, -1],
      [{ $regexMatch: { input: '$s', regex: 'world', options: 'i' } }, true],
      [{ $regexMatch: { input: '$s', regex: /world/ } }, false],
      [{ $regexFind: { input: '$s', regex: /W(or)/ } }, { match: 'Wor', idx: 6, captures: ['or'] }],
      [{ $size: { $regexFindAll: { input: '$s', regex: /l/ } } }, 3],
      [{ $replaceOne: { input: '$s', find: 'l', replacement: 'L' } }, 'HeLlo World'],
      [{ $replaceAll: { input: '$s', find: 'l', replacement: 'L' } }, 'HeLLo WorLd'],
      [{ $strcasecmp: ['$s', 'hello world'] }, 0],
    ],
  ],
  [
    'arrays',
    [
      [{ $size: '$list' }, 3],
      [{ $arrayElemAt: ['$list', -1] }, 2],
      [{ $first: '$list' }, 3],
      [{ $last: '$list' }, 2],
      [{ $slice: ['$list', 2] }, [3, 1]],
      [{ $slice: ['$list', 1, 5] }, [1, 2]],
      [{ $concatArrays: ['$list', [9]] }, [3, 1, 2, 9]],
      [{ $concatArrays: ['$list', '$none'] }, null],
      [{ $reverseArray: '$list' }, [2, 1, 3]],
      [{ $sortArray: { input: '$list', sortBy: -1 } }, [3, 2, 1]],
      [{ $indexOfArray: ['$list', 2] }, 2],
      [{ $isArray: ['$list'] }, true],
      [{ $isArray: '$n' }, false],
      [{ $map: { input: '$list', as: 'x', in: { $multiply: ['$$x', 2] } } }, [6, 2, 4]],
      [{ $filter: { input: '$list', cond: { $gte: ['$$this', 2] } } }, [3, 2]],
      [{ $filter: { input: '$list', cond: { $gte: ['$$this', 2] }, limit: 1 } }, [3]],
      [{ $reduce: { input: '$list', initialValue: 0, in: { $add: ['$$value', '$$this'] } } }, 6],
      [{ $range: [0, 6, 2] }, [0, 2, 4]],
      [
        { $zip: { inputs: ['$list', ['a', 'b']] } },
        [
          [3, 'a'],
          [1, 'b'],
        ],
      ],
      [
        {
          $sortArray: {
            input: {
              $setUnion: [
                [1, 2],
                [2, 3],
              ],
            },
            sortBy: 1,
          },
        },
        [1, 2, 3],
      ],
      [
        {
          $setIntersection: [
            [1, 2],
            [2, 3],
          ],
        },
        [2],
      ],
      [
        {
          $setDifference: [
            [1, 2],
            [2, 3],
          ],
        },
        [1],
      ],
      [{ $setIsSubset: [[1], [1, 2]] }, true],
      [
        {
          $setEquals: [
            [1, 2, 2],
            [2, 1],
          ],
        },
        true,
      ],
      [{ $anyElementTrue: [[0, 1]] }, true],
      [{ $allElementsTrue: [[0, 1]] }, false],
      [{ $arrayToObject: '$pairs' }, { a: 1, b: 2 }],
      [
        { $objectToArray: '$o' },
        [
          { k: 'x', v: 1 },
          { k: 'y', v: { z: 2 } },
        ],
      ],
      ['$pairs.k', ['a', 'b']],
      [{ $maxN: { n: 2, input: '$list' } }, [3, 2]],
      [{ $firstN: { n: 2, input: '$list' } }, [3, 1]],
    ],
  ],
  [
    'objects and variables',
    [
      ['$o.y.z', 2],
      ['$o.missing', undefined],
      [{ $mergeObjects: ['$o', { x: 5 }] }, { x: 5, y: { z: 2 } }],
      [{ $getField: { field: 'x', input: '$o' } }, 1],
      [{ $setField: { field: 'x', input: '$o', value: 9 } }, { x: 9, y: { z: 2 } }],
      [{ $unsetField: { field: 'y', input: '$o' } }, { x: 1 }],
      [{ $let: { vars: { a: '$n' }, in: { $add: ['$$a', 1] } } }, 8],
      [{ $literal: '$n' }, '$n'],
      ['$$ROOT.n', 7],
    ],
  ],
  [
    'types',
    [
      [{ $type: '$missing' }, 'missing'],
      [{ $type: '$none' }, 'null'],
      [{ $type: '$id' }, 'objectId'],
      [{ $type: '$long' }, 'long'],
      [{ $type: '$dec' }, 'decimal'],
      [{ $type: '$at' }, 'date'],
      [{ $type: '$list' }, 'array'],
      [{ $isNumber: '$dec' }, true],
      [{ $toString: '$id' }, ID.toHexString()],
      [{ $toString: '$n' }, '7'],
      [{ $toString: '$at' }, '2024-07-15T10:20:30.456Z'],
      [{ $toObjectId: ID.toHexString() }, ID],
      [{ $toDouble: '1.5' }, 1.5],
      [{ $toInt: '12' }, 12],
      [{ $toInt: 3.9 }, 3],
      [{ $toLong: '$at' }, SUMMER.getTime()],
      [{ $toBool: '$n' }, true],
      [{ $toDecimal: '1.10' }, Decimal128.fromString('1.10')],
      [{ $toDate: SUMMER.getTime() }, SUMMER],
      [{ $toDate: '2024-07-15' }, new Date('2024-07-15')],
      [{ $toDate: '$id' }, ID.getTimestamp()],
      [{ $convert: { input: 'x', to: 'double', onError: -1 } }, -1],
      [{ $convert: { input: '', to: 'double', onError: 'bad' } }, 'bad'],
      [{ $convert: { input: '$none', to: 'int', onNull: 0 } }, 0],
      [{ $convert: { input: '1e3', to: 'double' } }, 1000],
      [{ $convert: { input: ' 1', to: 'double', onError: 'bad' } }, 'bad'],
      [{ $toInt: '$none' }, null],
    ],
  ],
  [
    'dates',
    [
      [date('$year'), 2024],
      [date('$month'), 7],
      [date('$dayOfMonth'), 15],
      [date('$hour'), 10],
      [date('$hour', 'Asia/Ho_Chi_Minh'), 17],
      [date('$hour', '+05:30'), 15],
      [date('$minute'), 20],
      [date('$second'), 30],
      [date('$millisecond'), 456],
      [date('$dayOfWeek'), 2],
      [date('$isoDayOfWeek'), 1],
      [date('$dayOfYear'), 197],
      [date('$isoWeek'), 29],
      [date('$isoWeekYear'), 2024],
      [date('$week'), 28],
      [{ $add: ['$at', 1000] }, new Date(SUMMER.getTime() + 1000)],
      [{ $subtract: ['$at', new Date(SUMMER.getTime() - 5)] }, 5],
      [{ $subtract: ['$at', 456] }, new Date('2024-07-15T10:20:30.000Z')],
      [
        { $dateToString: { date: '$at', format: '%Y-%m-%d %H:%M:%S.%L' } },
        '2024-07-15 10:20:30.456',
      ],
      [
        {
          $dateToString: { date: '$at', format: '%d/%m/%Y %H:%M %z', timezone: 'America/New_York' },
        },
        '15/07/2024 06:20 -0400',
      ],
      [{ $dateToString: { date: '$at' } }, '2024-07-15T10:20:30.456Z'],
      [{ $dateToString: { date: '$none', onNull: 'never' } }, 'never'],
      [{ $dateToString: { date: '$at', format: '%G-W%V-%u %j' } }, '2024-W29-1 197'],
      [{ $dateFromString: { dateString: '2024-07-15T10:20:30.456Z' } }, SUMMER],
      [
        {
          $dateFromString: { dateString: '15/07/2024', format: '%d/%m/%Y', timezone: 'Asia/Tokyo' },
        },
        new Date('2024-07-14T15:00:00Z'),
      ],
      [{ $dateFromString: { dateString: 'nonsense', onError: 'bad' } }, 'bad'],
      [{ $dateFromString: { dateString: '$none', onNull: 'none' } }, 'none'],
      [
        { $dateFromParts: { year: 2024, month: 7, day: 15, hour: 1, timezone: 'Europe/Paris' } },
        new Date('2024-07-14T23:00:00Z'),
      ],
      [{ $dateFromParts: { year: 2024, month: 14, day: 0 } }, new Date('2025-01-31T00:00:00Z')],
      [
        { $dateToParts: { date: '$at', timezone: 'UTC' } },
        { year: 2024, month: 7, day: 15, hour: 10, minute: 20, second: 30, millisecond: 456 },
      ],
      [
        { $dateAdd: { startDate: new Date('2024-01-31T00:00:00Z'), unit: 'month', amount: 1 } },
        new Date('2024-02-29T00:00:00Z'),
      ],
      [
        { $dateSubtract: { startDate: '$at', unit: 'week', amount: 2 } },
        new Date('2024-07-01T10:20:30.456Z'),
      ],
      [
        {
          $dateDiff: {
            startDate: new Date('2024-03-01T23:59:00Z'),
            endDate: new Date('2024-03-02T00:01:00Z'),
            unit: 'day',
          },
        },
        1,
      ],
      [
        {
          $dateDiff: {
            startDate: new Date('2023-12-31T00:00:00Z'),
            endDate: new Date('2024-03-01T00:00:00Z'),
            unit: 'quarter',
          },
        },
        1,
      ],
      [{ $dateTrunc: { date: '$at', unit: 'hour' } }, new Date('2024-07-15T10:00:00Z')],
      [
        { $dateTrunc: { date: '$at', unit: 'minute', binSize: 15 } },
        new Date('2024-07-15T10:15:00Z'),
      ],
      [{ $dateTrunc: { date: '$at', unit: 'week' } }, new Date('2024-07-14T00:00:00Z')],
      [
        { $dateTrunc: { date: '$at', unit: 'week', startOfWeek: 'monday' } },
        new Date('2024-07-15T00:00:00Z'),
      ],
      [{ $dateTrunc: { date: '$at', unit: 'quarter' } }, new Date('2024-07-01T00:00:00Z')],
      [{ $dateTrunc: { date: '$none', unit: 'day' } }, null],
    ],
  ],
])('%s', (_, cases) => {
  it.each(
    cases.map(([expression, expected]) => [JSON.stringify(expression), expression, expected]),
  )('%s', async (_text, expression, expected) => {
    expect(await evaluate(expression)).toEqual(expected);
  });
});

describe('days that are not 24 hours long', () => {
  const zone = 'America/New_York';
  // Clocks went from 2:00 to 3:00 on 10 March 2024, and from 2:00 to 1:00 on 3 November.
  it.each<[string, string, string]>([
    ['the evening before', '2024-03-10T03:30:00Z', '2024-03-09T05:00:00.000Z'],
    ['just before the change', '2024-03-10T06:59:59Z', '2024-03-10T05:00:00.000Z'],
    ['just after the change', '2024-03-10T07:00:00Z', '2024-03-10T05:00:00.000Z'],
    ['the end of the short day', '2024-03-11T03:59:59Z', '2024-03-10T05:00:00.000Z'],
    ['the start of the next', '2024-03-11T04:00:00Z', '2024-03-11T04:00:00.000Z'],
    ['the end of the long day', '2024-11-04T04:59:59Z', '2024-11-03T04:00:00.000Z'],
    ['the start of the next', '2024-11-04T05:00:00Z', '2024-11-04T05:00:00.000Z'],
  ])('cuts %s to its day', async (_, moment, expected) => {
    const cut = { $dateTrunc: { date: new Date(moment), unit: 'day', timezone: zone } };
    expect(await evaluate(cut)).toEqual(new Date(expected));
  });

  it('adds days by the calendar and hours by the clock', async () => {
    const startDate = new Date('2024-03-09T17:00:00Z');
    const add = (unit: string, amount: number): Promise<unknown> =>
      evaluate({ $dateAdd: { startDate, unit, amount, timezone: zone } });
    expect(await add('day', 1)).toEqual(new Date('2024-03-10T16:00:00Z'));
    expect(await add('hour', 24)).toEqual(new Date('2024-03-10T17:00:00Z'));
  });

  it('counts midnights of the zone', async () => {
    const startDate = new Date('2024-03-10T04:30:00Z');
    const endDate = new Date('2024-03-11T04:30:00Z');
    const difference = (timezone: string): Promise<unknown> =>
      evaluate({ $dateDiff: { startDate, endDate, unit: 'day', timezone } });
    expect(await difference(zone)).toBe(2);
    expect(await difference('UTC')).toBe(1);
  });

  it('groups by the days of the zone', async () => {
    const moments = await mongo.collection(
      [
        '2024-03-10T04:59:00Z',
        '2024-03-10T05:00:00Z',
        '2024-03-11T03:00:00Z',
        '2024-03-11T04:30:00Z',
      ].map((at) => ({ at: new Date(at), amount: 1 })),
    );
    const days = await moments
      .aggregate([
        {
          $group: {
            _id: { $dateToString: { date: '$at', format: '%Y-%m-%d', timezone: zone } },
            amount: { $sum: '$amount' },
          },
        },
        { $sort: { _id: 1 } },
      ])
      .toArray();
    expect(days).toEqual([
      { _id: '2024-03-09', amount: 1 },
      { _id: '2024-03-10', amount: 2 },
      { _id: '2024-03-11', amount: 1 },
    ]);
  });

  it('refuses a zone that is not there', async () => {
    const failing = evaluate({ $dateTrunc: { date: '$at', unit: 'day', timezone: 'Mars/Base' } });
    expect(await codeOf(failing)).toBe(40485);
  });
});

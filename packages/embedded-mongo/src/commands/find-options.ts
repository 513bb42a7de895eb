import { CommandError, failedToParse, badValue } from '../errors';
import type { FindQuery } from '../engine';
import { toNumber, type Doc } from '../values';
import type { Arguments } from './arguments';
import type { CommandRequest } from './command';

/** The fields of the find command. */
export const FIND_FIELDS: readonly string[] = [
  'filter',
  'projection',
  'sort',
  'skip',
  'limit',
  'batchSize',
  'singleBatch',
  'hint',
  'max',
  'min',
  'returnKey',
  'showRecordId',
  'tailable',
  'awaitData',
  'noCursorTimeout',
  'oplogReplay',
  'allowPartialResults',
  'collation',
  'allowDiskUse',
  'let',
  'includeQueryStatsMetrics',
];

/** A find command, read and checked. */
export interface FindOptions {
  readonly query: FindQuery;
  readonly projection: Doc | undefined;
  readonly batchSize: number | undefined;
  readonly singleBatch: boolean;
  /** The cursor stays open at the end of a capped collection. */
  readonly tailable: boolean;
  /** At the end it waits a while for documents before it sends an empty batch. */
  readonly awaitData: boolean;
  readonly noCursorTimeout: boolean;
  readonly returnKey: boolean;
  readonly showRecordId: boolean;
  /** Bounds over the keys of the hinted index. */
  readonly min: Doc | undefined;
  readonly max: Doc | undefined;
}

/** Reads a find command, or the one inside of an explain. */
export function readFind(options: Arguments, request: CommandRequest): FindOptions {
  const limit = options.integer('limit') ?? 0;
  const sort = options.sort();
  // A negative limit, from before singleBatch existed, asks for one batch too.
  const singleBatch = options.boolean('singleBatch') || limit < 0;
  const tailable = options.boolean('tailable');
  const awaitData = options.boolean('awaitData');
  if (awaitData && !tailable) throw failedToParse('Cannot set awaitData without tailable');
  if (tailable) checkTailable(sort, singleBatch);
  const min = nonEmpty(options.document('min'));
  const max = nonEmpty(options.document('max'));
  const hint = options.hint();
  if ((min || max) && hint === undefined) {
    throw new CommandError(51173, 'Location51173', 'min and max require a hint');
  }
  return {
    query: {
      filter: options.document('filter') ?? {},
      sort,
      skip: options.count('skip'),
      limit: Math.abs(limit) || undefined,
      collation: options.collation(),
      hint,
      variables: request.variables,
    },
    projection: nonEmpty(options.document('projection')),
    batchSize: options.count('batchSize'),
    singleBatch,
    tailable,
    awaitData,
    noCursorTimeout: options.boolean('noCursorTimeout'),
    returnKey: options.boolean('returnKey'),
    showRecordId: options.boolean('showRecordId'),
    min,
    max,
  };
}

function checkTailable(sort: Doc | undefined, singleBatch: boolean): void {
  if (singleBatch) {
    throw failedToParse("Cannot use the 'tailable' option together with 'singleBatch'");
  }
  const isNatural = !sort || (Object.keys(sort).length === 1 && toNumber(sort['$natural']) === 1);
  if (!isNatural) {
    throw badValue('cannot use tailable option with a sort other than {$natural: 1}');
  }
}

function nonEmpty(document: Doc | undefined): Doc | undefined {
  return document && Object.keys(document).length > 0 ? document : undefined;
}

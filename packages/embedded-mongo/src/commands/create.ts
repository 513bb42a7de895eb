import { validatePipeline } from '../aggregate';
import { CommandError } from '../errors';
import { compileFilter } from '../match';
import { equals, getOwn, isNumber, toNumber, type Doc } from '../values';
import { Arguments } from './arguments';
import type { Command, CommandRequest, ServerState } from './command';
import { checkedName, collectionName } from './namespace';
import { wantsJournal } from './write-concern';

/** The options that are kept with the collection and shown by listCollections. */
const KEPT_OPTIONS = [
  'capped',
  'size',
  'max',
  'storageEngine',
  'validator',
  'validationLevel',
  'validationAction',
  'indexOptionDefaults',
  'viewOn',
  'pipeline',
  'collation',
  'timeseries',
  'expireAfterSeconds',
  'clusteredIndex',
  'changeStreamPreAndPostImages',
  'encryptedFields',
] as const;

/** Accepted and without effect here. */
const IGNORED_OPTIONS = ['autoIndexId', 'idIndex', 'flags', 'temp'] as const;

/** The name of the index that lets the documents of a time series expire; listIndexes hides it. */
export const TIMESERIES_TTL_INDEX = '$timeseries_ttl';

async function create(request: CommandRequest, server: ServerState): Promise<Doc> {
  const { engine } = server;
  const name = collectionName(request);
  const options = readOptions(request);
  checkOptions(request, server, options);
  const existing = engine.catalog.get(request.db, name);
  if (existing) {
    if (equals(existing.options, options)) return { ok: 1 };
    throw new CommandError(
      48,
      'NamespaceExists',
      `namespace ${existing.ns} already exists, but with different options`,
    );
  }
  await engine.write(
    () => {
      const collection = engine.catalog.create(request.db, name, options);
      const ttl = timeseriesTtlIndex(options);
      if (ttl) engine.catalog.createIndex(collection, ttl);
    },
    { sync: wantsJournal(request.body) },
  );
  return { ok: 1 };
}

function readOptions(request: CommandRequest): Doc {
  const options: Doc = {};
  for (const name of KEPT_OPTIONS) {
    const value = getOwn(request.body, name);
    if (value !== undefined && value !== null && value !== false) options[name] = value;
  }
  return options;
}

function checkOptions(request: CommandRequest, server: ServerState, options: Doc): void {
  const reader = new Arguments('create', request.body);
  const capped = reader.boolean('capped');
  if (capped && reader.integer('size') === undefined) {
    throw new CommandError(
      72,
      'InvalidOptions',
      "the 'size' field is required when 'capped' is true",
    );
  }
  if (!capped && (reader.has('size') || reader.has('max'))) {
    throw new CommandError(
      72,
      'InvalidOptions',
      "the 'capped' field needs to be true when either the 'size' or 'max' fields are present",
    );
  }
  reader.collation();
  const validator = reader.document('validator');
  if (validator) compileFilter(validator, server.engine.matchOptions());
  checkTimeseries(reader);
  completeClusteredIndex(reader, options);
  checkView(request.db, reader, options);
}

function checkTimeseries(reader: Arguments): void {
  const timeseries = reader.document('timeseries');
  if (timeseries) new Arguments('create.timeseries', timeseries).requiredString('timeField');
}

/** Every collection is in the order of insertion here; of a clustered index the description stays. */
function completeClusteredIndex(reader: Arguments, options: Doc): void {
  const given = reader.document('clusteredIndex');
  if (!given) return;
  const spec = new Arguments('create.clusteredIndex', given);
  if (!equals(spec.document('key'), { _id: 1 })) {
    throw new CommandError(
      197,
      'InvalidIndexSpecificationOption',
      'The clusteredIndex option is only supported for key: {_id: 1}',
    );
  }
  if (!spec.boolean('unique')) {
    throw new CommandError(
      5979700,
      'Location5979700',
      'The clusteredIndex option requires unique: true to be specified',
    );
  }
  const name = spec.string('name') ?? '_id_';
  options['clusteredIndex'] = { v: 2, key: { _id: 1 }, name, unique: true };
}

function checkView(db: string, reader: Arguments, options: Doc): void {
  const viewOn = reader.string('viewOn');
  if (viewOn === undefined) {
    if (!reader.has('pipeline')) return;
    throw new CommandError(
      72,
      'InvalidOptions',
      "'pipeline' requires 'viewOn' to also be specified",
    );
  }
  checkedName(db, viewOn);
  const pipeline = reader.array('pipeline') ?? [];
  for (const stage of validatePipeline(pipeline)) {
    if (Object.hasOwn(stage, '$out') || Object.hasOwn(stage, '$merge')) {
      const stageName = Object.keys(stage)[0];
      throw new CommandError(
        167,
        'OptionNotSupportedOnView',
        `The aggregation stage ${stageName} cannot be used in a view definition`,
      );
    }
  }
  options['pipeline'] = pipeline;
}

/** A time series is a plain collection here, so it expires by an index over its time. */
function timeseriesTtlIndex(options: Doc): Doc | undefined {
  const seconds = options['expireAfterSeconds'];
  const timeseries = options['timeseries'] as Doc | undefined;
  const timeField = timeseries && getOwn(timeseries, 'timeField');
  if (typeof timeField !== 'string' || !isNumber(seconds)) return undefined;
  return {
    name: TIMESERIES_TTL_INDEX,
    key: { [timeField]: 1 },
    expireAfterSeconds: toNumber(seconds),
  };
}

/** `create`: collections, views and time series (which are stored as plain collections). */
export const createCommands: readonly Command[] = [
  { name: 'create', fields: [...KEPT_OPTIONS, ...IGNORED_OPTIONS], run: create },
];

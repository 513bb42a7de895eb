import { CommandError } from '../errors';
import type { CollectionInfo } from '../engine';
import { getOwn, isPlainObject, typeName, type Doc } from '../values';
import type { CommandRequest, ServerState } from './command';

/** A collection's name, taken from the field that names the command itself. */
export function collectionName(request: CommandRequest): string {
  const name = checkedName(request.db, getOwn(request.body, request.name));
  if (name.includes('$')) throw invalidNamespace(request.db, name);
  return name;
}

/** A value as the name of a collection, or of a cursor's `$cmd.aggregate`; throws InvalidNamespace. */
export function checkedName(db: string, value: unknown): string {
  if (typeof value !== 'string') {
    throw new CommandError(
      73,
      'InvalidNamespace',
      `collection name has invalid type ${typeName(value as Doc)}`,
    );
  }
  if (value === '' || value.startsWith('.') || value.endsWith('.') || value.includes('\0')) {
    throw invalidNamespace(db, value);
  }
  return value;
}

function invalidNamespace(db: string, name: string): CommandError {
  return new CommandError(73, 'InvalidNamespace', `Invalid namespace specified '${db}.${name}'`);
}

/** Splits `db.collection`, whose collection may contain dots too. */
export function splitNamespace(namespace: string): { db: string; name: string } {
  const dot = namespace.indexOf('.');
  if (dot <= 0) {
    throw new CommandError(73, 'InvalidNamespace', `Invalid namespace specified '${namespace}'`);
  }
  const db = namespace.slice(0, dot);
  return { db, name: checkedName(db, namespace.slice(dot + 1)) };
}

/** A collection that a write or an index command is meant for: a view is refused. */
export function writableCollection(
  server: ServerState,
  db: string,
  name: string,
): CollectionInfo | undefined {
  const collection = server.engine.catalog.get(db, name);
  if (collection?.type === 'view') {
    throw new CommandError(
      166,
      'CommandNotSupportedOnView',
      `Namespace ${collection.ns} is a view, not a collection`,
    );
  }
  return collection;
}

/** What is read when a namespace is: a stored collection, and the stages of the views above it. */
export interface ReadTarget {
  /** Undefined when nothing is stored: reading it gives no documents. */
  readonly collection: CollectionInfo | undefined;
  readonly pipeline: readonly Doc[];
  /** The outermost view, if there is one; its default collation counts. */
  readonly view: CollectionInfo | undefined;
}

const MAX_VIEW_DEPTH = 20;

/** Follows views down to the collection under them. */
export function resolveView(server: ServerState, db: string, name: string): ReadTarget {
  const { catalog } = server.engine;
  const view = catalog.get(db, name);
  let collection = view;
  let pipeline: Doc[] = [];
  for (let depth = 0; collection?.type === 'view'; depth++) {
    if (depth >= MAX_VIEW_DEPTH) {
      throw new CommandError(
        165,
        'ViewDepthLimitExceeded',
        `View depth too deep or view cycle detected; maximum depth is ${MAX_VIEW_DEPTH}`,
      );
    }
    pipeline = [...stagesOf(collection), ...pipeline];
    const viewOn = getOwn(collection.options, 'viewOn');
    collection = typeof viewOn === 'string' ? catalog.get(db, viewOn) : undefined;
  }
  return { collection, pipeline, view: view?.type === 'view' ? view : undefined };
}

function stagesOf(view: CollectionInfo): Doc[] {
  const pipeline = getOwn(view.options, 'pipeline');
  return Array.isArray(pipeline) ? pipeline.filter(isPlainObject) : [];
}

import { compileExpression, UPDATE_PIPELINE_STAGES } from '../aggregate';
import { badValue, CommandError } from '../errors';
import type { CollectionInfo } from '../engine';
import { withoutPauses } from '../stream';
import { getPath, isPlainObject, ObjectId, type BsonValue, type Doc } from '../values';
import { Arguments } from './arguments';
import type { CommandRequest, ServerState } from './command';
import { bypassesValidation } from './statement-arguments';

const WHEN_MATCHED = ['replace', 'keepExisting', 'merge', 'fail'];
const WHEN_NOT_MATCHED = ['insert', 'discard', 'fail'];

/** Writes the documents of a pipeline that ends with `$merge` into the target, one by one. */
export class MergeWriter {
  private readonly on: readonly string[];
  private readonly whenMatched: string | Doc[];
  private readonly whenNotMatched: string;
  private readonly variables: Readonly<Record<string, (doc: Doc) => BsonValue>>;
  private readonly bypassValidation: boolean;

  constructor(
    request: CommandRequest,
    private readonly server: ServerState,
    private readonly db: string,
    private readonly name: string,
    spec: Doc,
  ) {
    const options = new Arguments('$merge', spec);
    this.on = readOn(options);
    this.whenMatched = readWhenMatched(options);
    this.whenNotMatched = options.string('whenNotMatched') ?? 'insert';
    if (!WHEN_NOT_MATCHED.includes(this.whenNotMatched)) {
      throw badValue(
        `Enumeration value '${this.whenNotMatched}' for field '$merge.whenNotMatched' is not a valid value.`,
      );
    }
    const variables = options.document('let') ?? {};
    this.variables = Object.fromEntries(
      Object.entries(variables).map(([variable, expression]) => [
        variable,
        compileExpression(expression, request.variables),
      ]),
    );
    this.bypassValidation = bypassesValidation(request);
    this.checkUniqueIndex();
  }

  /** Merges one document; inside of a transaction. */
  write(source: Doc): void {
    const document = source['_id'] === undefined ? { _id: new ObjectId(), ...source } : source;
    const collection = this.server.engine.catalog.ensure(this.db, this.name);
    const filter = this.filterFor(document);
    if (this.writeMatch(collection, filter, document, source)) return;
    if (this.whenNotMatched === 'discard') return;
    if (this.whenNotMatched === 'fail') {
      throw new CommandError(
        13113,
        'MergeStageNoMatchingDocument',
        '$merge could not find a matching document in the target collection for at least one document in the source collection',
      );
    }
    this.insert(collection, document);
  }

  /** Whether there was a document to merge with. */
  private writeMatch(collection: CollectionInfo, filter: Doc, document: Doc, source: Doc): boolean {
    const { engine } = this.server;
    if (this.whenMatched === 'keepExisting' || this.whenMatched === 'fail') {
      const [hit] = withoutPauses(engine.find(collection, { filter, limit: 1 }));
      // Inserting what is there already gives the very error that `fail` asks for.
      if (hit && this.whenMatched === 'fail') this.insert(collection, document);
      return hit !== undefined;
    }
    const outcome = engine.updateOne(collection, () => collection, {
      filter,
      ...this.updateFor(document, source),
      bypassValidation: this.bypassValidation,
    });
    return outcome.matched > 0;
  }

  private updateFor(document: Doc, source: Doc): { update: Doc | Doc[]; variables?: Doc } {
    // An _id that was made up here must not replace the one that is stored.
    const fields = this.on.includes('_id') ? document : source;
    if (this.whenMatched === 'replace') return { update: fields };
    if (this.whenMatched === 'merge') {
      return {
        update: [{ $replaceWith: { $mergeObjects: ['$$ROOT', '$$new'] } }],
        variables: { new: fields },
      };
    }
    const variables: Doc = { new: document };
    for (const [name, evaluate] of Object.entries(this.variables)) {
      variables[name] = evaluate(document);
    }
    return { update: this.whenMatched as Doc[], variables };
  }

  private insert(collection: CollectionInfo, document: Doc): void {
    const { bypassValidation } = this;
    this.server.engine.insert(collection, document, undefined, { bypassValidation });
  }

  private filterFor(document: Doc): Doc {
    return Object.fromEntries(
      this.on.map((field) => {
        const value = getPath(document, field);
        if (value === undefined || value === null || Array.isArray(value)) {
          throw new CommandError(
            51132,
            'Location51132',
            "$merge write error: 'on' field cannot be missing, null, undefined or an array",
          );
        }
        return [field, { $eq: value }];
      }),
    );
  }

  private checkUniqueIndex(): void {
    if (this.on.length === 1 && this.on[0] === '_id') return;
    const collection = this.server.engine.catalog.get(this.db, this.name);
    const isServed = collection?.indexes.some(
      ({ unique, partial, fields }) =>
        unique &&
        partial === undefined &&
        fields.length === this.on.length &&
        this.on.every((field) => fields.includes(field)),
    );
    if (isServed) return;
    throw new CommandError(
      51183,
      'Location51183',
      'Cannot find index to verify that join fields will be unique',
    );
  }
}

function readOn(options: Arguments): string[] {
  const value = options.value('on') ?? '_id';
  const fields = Array.isArray(value) ? value : [value];
  if (fields.length === 0 || !fields.every((field) => typeof field === 'string')) {
    throw new CommandError(
      51186,
      'Location51186',
      "$merge 'on' field must be either a string or an array of strings",
    );
  }
  return fields;
}

function readWhenMatched(options: Arguments): string | Doc[] {
  const value = options.value('whenMatched') ?? 'merge';
  if (typeof value === 'string' && WHEN_MATCHED.includes(value)) return value;
  if (Array.isArray(value) && value.every(isPlainObject)) {
    for (const stage of value) {
      const name = Object.keys(stage)[0] ?? '';
      if (!UPDATE_PIPELINE_STAGES.has(name)) {
        throw new CommandError(
          72,
          'InvalidOptions',
          `${name} is not allowed to be used within an update`,
        );
      }
    }
    return value;
  }
  throw badValue(`Enumeration value for field '$merge.whenMatched' is not a valid value.`);
}

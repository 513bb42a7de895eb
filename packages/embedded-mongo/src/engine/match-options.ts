import { compileExpression } from '../aggregate';
import { type CollectionInfo } from '../catalog';
import { textIndexRequired, textPredicate } from '../indexes';
import { type MatchOptions } from '../match';
import { type Collation, type Doc } from '../values';

/** The collation of a query: its own, else that of the collection. */
export function collationFor(
  collection: CollectionInfo | undefined,
  collation: Collation | undefined,
): Collation | undefined {
  return collation ?? (collection?.options.collation as Collation | undefined);
}

/** What filters, projections and updates on a collection need to know beside themselves. */
export function matchOptionsFor(
  collection: CollectionInfo | undefined,
  collation: Collation | undefined,
  variables: Doc | undefined,
): MatchOptions {
  const effective = collationFor(collection, collation);
  return {
    compileExpression,
    ...(effective && { collation: effective }),
    ...(variables && { variables }),
    ...(collection && {
      text: (spec: Doc) => {
        const index = collection.indexes.find((candidate) => candidate.kind === 'text');
        if (!index) throw textIndexRequired();
        return textPredicate(index, spec);
      },
    }),
  };
}

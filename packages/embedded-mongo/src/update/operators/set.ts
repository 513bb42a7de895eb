import { cloneValue } from '../../values';
import { type Modifier, type ModifierParser } from './modifier';

/** `$set`: the value becomes the argument. */
export const parseSet: ModifierParser = ({ argument }) => ({
  apply: (target) => target.set(cloneValue(argument)),
});

/** `$setOnInsert`: as `$set`, but only for a document that an upsert inserts. */
export const parseSetOnInsert: ModifierParser = (field) => {
  const set = parseSet(field);
  return {
    apply(target, context) {
      if (context.isInsert) set.apply(target, context);
    },
  };
};

const unset: Modifier = { apply: (target) => target.remove() };

/** `$unset`: the field goes; an array element becomes null. The argument means nothing. */
export const parseUnset: ModifierParser = () => unset;

import { cloneValue, comparatorFor, compare } from '../../values';
import { changingValue, type Modifier, type ModifierField, type ModifierParser } from './modifier';

/** `$min`: the smaller of the value and the argument, in the order of BSON types. */
export const parseMin: ModifierParser = (field) => keeping(field, -1);

/** `$max`: the greater of the value and the argument, in the order of BSON types. */
export const parseMax: ModifierParser = (field) => keeping(field, 1);

function keeping({ argument, match }: ModifierField, winner: -1 | 1): Modifier {
  const strings = comparatorFor(match.collation);
  return changingValue({
    update: (current) =>
      compare(argument, current, strings) * winner > 0 ? cloneValue(argument) : current,
    create: () => cloneValue(argument),
  });
}

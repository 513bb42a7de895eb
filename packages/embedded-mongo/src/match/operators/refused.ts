import { badValue, unsupported } from '../../errors';
import { type FieldOperatorCompiler, type TopLevelOperatorCompiler } from '../operator-context';

const GEOSPATIAL = [
  '$geoWithin',
  '$geoIntersects',
  '$geoNear',
  '$near',
  '$nearSphere',
  '$within',
  '$maxDistance',
  '$minDistance',
  '$uniqueDocs',
];

/** Operators that MongoDB has and this server has not: geometry. */
export const refusedFieldOperators: Readonly<Record<string, FieldOperatorCompiler>> = {
  ...Object.fromEntries(
    GEOSPATIAL.map((operator): [string, FieldOperatorCompiler] => [
      operator,
      () => {
        throw unsupported(operator);
      },
    ]),
  ),
  $where: () => {
    throw badValue('$where cannot be applied to a field');
  },
};

/** Operators that would run the client's JavaScript in the server. */
export const refusedTopLevelOperators: Readonly<Record<string, TopLevelOperatorCompiler>> = {
  $where: () => {
    throw unsupported('$where');
  },
};

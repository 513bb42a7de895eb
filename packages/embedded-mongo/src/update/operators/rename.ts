import { badValue } from '../../errors';
import { describeElement, describeId } from '../failures';
import { Target } from '../target';
import { isDynamicPath, parseUpdatePath } from '../update-path';
import { type ModifierParser } from './modifier';

/** `$rename`: the value moves to another field; nothing happens when there is none. */
export const parseRename: ModifierParser = ({ path, argument }) => {
  if (typeof argument !== 'string')
    throw badValue(
      `The 'to' field for $rename must be a string: ${describeElement(path, argument)}`,
    );
  const from = parseUpdatePath(path);
  const to = parseUpdatePath(argument);
  if (path === argument)
    throw badValue(
      `The source and target field for $rename must differ: ${describeElement(path, argument)}`,
    );
  if (isOnPathOf(path, argument) || isOnPathOf(argument, path))
    throw badValue(
      'The source and target field for $rename must not be on the same path: ' +
        describeElement(path, argument),
    );
  if (isDynamicPath(from))
    throw badValue(`The source field for $rename may not be dynamic: ${path}`);
  if (isDynamicPath(to))
    throw badValue(`The destination field for $rename may not be dynamic: ${argument}`);
  return {
    destination: argument,
    apply(target) {
      let source = Target.of(target.root);
      for (const component of from) source = source.child(component);
      if (!source.exists) return source.checkViable();
      refuseArrays('source', path, source);
      refuseArrays('destination', argument, target);
      target.set(source.value);
      source.remove();
    },
  };
};

function isOnPathOf(shorter: string, longer: string): boolean {
  return longer.startsWith(`${shorter}.`);
}

function refuseArrays(role: string, path: string, place: Target): void {
  const array = place.enclosingArray();
  if (array === undefined) return;
  throw badValue(
    `The ${role} field cannot be an array element, '${path}' in doc with ` +
      `${describeId(place.root)} has an array field called '${array}'`,
  );
}

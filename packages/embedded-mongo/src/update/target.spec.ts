import { type Doc } from '../values';
import { Target } from './target';
import { failure } from './testing/updated';

function at(doc: Doc, path: string): Target {
  return path.split('.').reduce((place, component) => place.child(component), Target.of(doc));
}

describe('Target', () => {
  it('finds values in documents and arrays', () => {
    const target = at({ a: [{ b: 5 }] }, 'a.0.b');
    expect([target.exists, target.value, target.path, target.fieldName]).toEqual([
      true,
      5,
      'a.0.b',
      'b',
    ]);
  });

  it('knows a missing place', () => {
    const target = at({ a: { b: 1 } }, 'a.c.d');
    expect([target.exists, target.value, target.path, target.fieldName]).toEqual([
      false,
      undefined,
      'a.c.d',
      'd',
    ]);
  });

  it('replaces a value in its place', () => {
    const doc: Doc = { a: 1, b: 2 };
    at(doc, 'a').set(9);
    expect(JSON.stringify(doc)).toBe('{"a":9,"b":2}');
  });

  it('creates documents on the way, also for numbers', () => {
    const doc: Doc = {};
    at(doc, 'a.0.b').set(1);
    expect(doc).toEqual({ a: { 0: { b: 1 } } });
  });

  it('pads an array with nulls', () => {
    const doc: Doc = { a: [1] };
    at(doc, 'a.3').set(4);
    at(doc, 'a.4.x').set(5);
    expect(doc).toEqual({ a: [1, null, null, 4, { x: 5 }] });
  });

  it('refuses to pad by more than 1,500,000 elements', () => {
    expect(() => at({ a: [] }, 'a.1500001').set(1)).toThrow(
      failure(34, "can't backfill more than 1500000 elements"),
    );
  });

  it.each<[Doc, string, string]>([
    [{ a: 1 }, 'a.b', "Cannot create field 'b' in element {a: 1}"],
    [{ a: null }, 'a.b', "Cannot create field 'b' in element {a: null}"],
    [{ a: 'x' }, 'a.b.c', `Cannot create field 'b' in element {a: "x"}`],
    [{ a: [1] }, 'a.b', "Cannot create field 'b' in element {a: [ 1 ]}"],
    [{ a: [{ b: true }] }, 'a.0.b.c', "Cannot create field 'c' in element {b: true}"],
  ])('cannot create in %j at %s', (doc, path, message) => {
    expect(() => at(doc, path).set(1)).toThrow(failure(28, message));
  });

  it('says when a missing place could not exist', () => {
    expect(() => at({ a: 1 }, 'a.b').checkViable()).toThrow(
      'Cannot use the part (b) of (a.b) to traverse the element ({a: 1})',
    );
    expect(() => at({ a: {} }, 'a.b').checkViable()).not.toThrow();
    expect(() => at({ a: [] }, 'a.3').checkViable()).not.toThrow();
  });

  it('removes a field, and leaves a null in an array', () => {
    const doc: Doc = { a: [1, 2], b: 3 };
    at(doc, 'b').remove();
    at(doc, 'a.0').remove();
    at(doc, 'a.7').remove();
    expect(doc).toEqual({ a: [null, 2] });
  });

  it('sees after a write what the write created', () => {
    const doc: Doc = {};
    const parent = at(doc, 'a.b');
    parent.child('x').set(1);
    parent.current().child('y').set(2);
    expect(doc).toEqual({ a: { b: { x: 1, y: 2 } } });
  });

  it('knows the array that it is in', () => {
    const doc = { a: [{ b: [1] }], c: { d: 1 } };
    expect(at(doc, 'a.0.b').enclosingArray()).toBe('a');
    expect(at(doc, 'a').enclosingArray()).toBeUndefined();
    expect(at(doc, 'a.5').enclosingArray()).toBe('a');
    expect(at(doc, 'c.x').enclosingArray()).toBeUndefined();
  });

  it('takes names of the language for ordinary fields', () => {
    const doc: Doc = {};
    at(doc, '__proto__.polluted').set(1);
    at(doc, 'constructor').set(2);
    expect(Object.keys(doc)).toEqual(['__proto__', 'constructor']);
    expect(({} as Doc)['polluted']).toBeUndefined();
  });
});

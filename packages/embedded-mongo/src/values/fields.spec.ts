import { DBRef, ObjectId } from 'bson';
import { cloneValue, getField, getOwn, getPath, setOwn } from './fields';
import type { Doc } from './types';

describe('own fields', () => {
  it('hide what objects inherit', () => {
    expect(getOwn({}, 'constructor')).toBeUndefined();
    expect(getField({}, '__proto__')).toBeUndefined();
    expect(getField('text', 'length')).toBeUndefined();
    expect(getField(new Date(), 'getTime')).toBeUndefined();
    expect(getField(new ObjectId(), 'id')).toBeUndefined();
  });

  it('can be named __proto__', () => {
    const doc: Doc = {};
    setOwn(doc, '__proto__', { polluted: true });
    expect(getOwn(doc, '__proto__')).toEqual({ polluted: true });
    expect(Object.getPrototypeOf(doc)).toBe(Object.prototype);
    expect(getOwn(cloneValue(doc), '__proto__')).toEqual({ polluted: true });
  });

  it('are found in arrays by index and in references by name', () => {
    expect(getField(['a', 'b'], '1')).toBe('b');
    expect(getField(new DBRef('c', new ObjectId()), '$ref')).toBe('c');
  });
});

describe('getPath', () => {
  it('walks documents and stops at arrays', () => {
    const doc: Doc = { a: { b: { c: 1 } }, list: [{ x: 1 }] };
    expect(getPath(doc, 'a.b.c')).toBe(1);
    expect(getPath(doc, 'a.b')).toEqual({ c: 1 });
    expect(getPath(doc, 'a.x.c')).toBeUndefined();
    expect(getPath(doc, 'list.0')).toBeUndefined();
    expect(getPath(doc, 'list')).toEqual([{ x: 1 }]);
  });
});

describe('cloneValue', () => {
  it('copies what can be changed', () => {
    const original = { a: [{ b: new Date(5) }], id: new ObjectId() };
    const copy = cloneValue(original);
    expect(copy).toEqual(original);
    expect(copy.a).not.toBe(original.a);
    expect(copy.a[0]?.b).not.toBe(original.a[0]?.b);
    expect(copy.id).toBe(original.id);
  });
});

import { isOriginAllowed } from './origin';

describe('isOriginAllowed', () => {
  const allowed = ['https://shop.example'];

  it.each([
    ['a program that names no origin', undefined, 'api.example', true],
    ['a page of a listed origin', 'https://shop.example', 'api.example', true],
    ['a page of this host', 'https://api.example', 'api.example', true],
    ['a page of this host and port', 'http://localhost:3000', 'localhost:3000', true],
    ['a page of another port', 'http://localhost:8080', 'localhost:3000', false],
    ['a page of another host', 'https://elsewhere.example', 'api.example', false],
    ['a listed host over another scheme', 'http://shop.example', 'api.example', false],
    ['a page without an origin', 'null', 'api.example', false],
    ['no host to compare with', 'https://elsewhere.example', undefined, false],
  ])('decides for %s', (_, origin, host, expected) => {
    const headers = { ...(origin && { origin }), ...(host && { host }) };
    expect(isOriginAllowed({ headers }, allowed)).toBe(expected);
  });
});

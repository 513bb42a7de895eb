import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { PageQueryDto, Public } from '@tributary/common';
import { Type } from 'class-transformer';
import { IsArray, IsInt, IsObject, IsOptional, IsString, ValidateNested } from 'class-validator';
import { startApp, type TestApp } from '../factories/app';
import { Client } from '../factories/client';

class LineDto {
  @IsInt()
  quantity: number;
}

class ProbeDto {
  @IsString()
  sheet_id: string;

  @IsOptional()
  @ValidateNested({ each: true })
  @IsArray()
  @Type(() => LineDto)
  lines?: LineDto[];

  @IsOptional()
  @IsObject()
  extra?: Record<string, unknown>;
}

class ProbeQueryDto extends PageQueryDto {
  @IsOptional()
  @IsString()
  search?: string;

  @IsOptional()
  @IsString({ each: true })
  tags?: string[];
}

/** Routes to knock at: the house itself has few that take input. */
@Public()
@Controller('probe')
class ProbeController {
  @Post()
  @HttpCode(200)
  body(@Body() body: ProbeDto): ProbeDto {
    return body;
  }

  @Get()
  query(@Query() query: ProbeQueryDto): ProbeQueryDto {
    return query;
  }

  @Get('boom')
  boom(): never {
    throw new Error('connect to mongodb://admin:hunter2@db failed');
  }
}

describe('the hardened HTTP surface', () => {
  let test: TestApp;
  let client: Client;

  beforeAll(async () => {
    test = await startApp({ CORS_ORIGINS: 'https://shop.example' }, [ProbeController]);
  });

  beforeEach(() => {
    client = new Client(test.server);
  });

  describe('errors', () => {
    it('answers an unknown route with a detail and nothing about the framework', async () => {
      const { body, headers } = await client.get('/nowhere').expect(404);
      expect(body).toEqual({ detail: 'Not found' });
      expect(headers).not.toHaveProperty('x-powered-by');
    });

    it('tells of a failure inside only the request id, in the header and in the body', async () => {
      const { body, headers, text } = await client.get('/probe/boom').expect(500);
      expect(body).toEqual({
        detail: 'Something went wrong on our side. Quote the request id when you report it.',
        request_id: headers['x-request-id'],
      });
      expect(text).not.toMatch(/hunter2|mongodb|at .*\.ts/);
    });

    it("keeps a caller's own request id when it is well formed, and replaces it otherwise", async () => {
      const kept = await client.get('/health/live').set('X-Request-Id', 'order-2026-0001');
      expect(kept.headers['x-request-id']).toBe('order-2026-0001');
      const replaced = await client.get('/health/live').set('X-Request-Id', 'a"b{}');
      expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    });
  });

  describe('headers', () => {
    it('sets the protective headers of helmet', async () => {
      const { headers } = await client.get('/health/live').expect(200);
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'self'"),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'strict-transport-security': expect.stringContaining('max-age='),
      });
    });

    it('lets pages of a listed origin read answers, and no others', async () => {
      const listed = await client.get('/health/live').set('Origin', 'https://shop.example');
      expect(listed.headers['access-control-allow-origin']).toBe('https://shop.example');
      expect(listed.headers['access-control-expose-headers']).toContain('X-Request-Id');
      const stranger = await client.get('/health/live').set('Origin', 'https://evil.example');
      expect(stranger.headers).not.toHaveProperty('access-control-allow-origin');
    });
  });

  describe('bodies', () => {
    it('names every refused field by its place, also in nested lists', async () => {
      const { body } = await client
        .post('/probe', { lines: [{ quantity: 1 }, { quantity: 'two', colour: 'red' }], foo: 1 })
        .expect(422);
      expect(body.detail).toEqual(
        expect.arrayContaining([
          { loc: ['body', 'sheet_id'], msg: 'Field required.', type: 'missing' },
          { loc: ['body', 'foo'], msg: 'Unknown field; remove it.', type: 'unknown_field' },
          {
            loc: ['body', 'lines', 1, 'colour'],
            msg: 'Unknown field; remove it.',
            type: 'unknown_field',
          },
          {
            loc: ['body', 'lines', 1, 'quantity'],
            msg: 'Quantity must be an integer number.',
            type: 'is_int',
          },
        ]),
      );
      expect(body.detail).toHaveLength(4);
    });

    it('refuses a body that is a list where an object is expected', async () => {
      const { body } = await client.post('/probe', [{ sheet_id: 'a' }]).expect(422);
      expect(body.detail).toEqual([
        { loc: ['body'], msg: 'Expected a JSON object.', type: 'object_expected' },
      ]);
    });

    it('reports a missing body by its missing fields', async () => {
      const { body } = await client.post('/probe').expect(422);
      expect(body.detail[0].loc).toEqual(['body', 'sheet_id']);
    });

    it('refuses JSON that cannot be parsed with 400', async () => {
      const { body } = await client
        .post('/probe')
        .set('Content-Type', 'application/json')
        .send('{"sheet_id": ')
        .expect(400);
      expect(body).toEqual({ detail: 'The body is not valid JSON.' });
    });

    it('takes a body of just under 1 MB and refuses a larger one with 413', async () => {
      const fitting = { sheet_id: 'x'.repeat(1024 * 1024 - 64) };
      await client.post('/probe', fitting).expect(200);
      const { body } = await client
        .post('/probe', { sheet_id: 'x'.repeat(1024 * 1024) })
        .expect(413);
      expect(body).toEqual({ detail: 'The body is larger than 1 MB.' });
    });

    it.each([
      ['application/x-www-form-urlencoded', 'sheet_id=a'],
      ['text/plain', '{"sheet_id":"a"}'],
      ['application/json; charset=latin1', '{"sheet_id":"a"}'],
    ])('refuses a %s body with 415', async (type, text) => {
      const { body } = await client.post('/probe').set('Content-Type', type).send(text).expect(415);
      expect(body).toEqual({ detail: 'Only application/json bodies in UTF-8 are accepted.' });
    });

    it.each(['__proto__', 'constructor', 'prototype'])(
      'refuses the key %s anywhere in a body',
      async (key) => {
        const { body } = await client
          .post('/probe')
          .set('Content-Type', 'application/json')
          .send(`{"sheet_id":"a","extra":{"list":[{"${key}":{"polluted":true}}]}}`)
          .expect(422);
        expect(body.detail).toEqual([
          {
            loc: ['body', 'extra', 'list', 0, key],
            msg: `The key ${key} is not allowed.`,
            type: 'forbidden_key',
          },
        ]);
        expect({}).not.toHaveProperty('polluted');
      },
    );

    it('takes 32 levels of nesting and refuses 33', async () => {
      const nested = (levels: number): string =>
        `{"sheet_id":"a","extra":{"x":${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}}}`;
      const send = (text: string) =>
        client.post('/probe').set('Content-Type', 'application/json').send(text);
      await send(nested(32)).expect(200);
      const { body } = await send(nested(33)).expect(422);
      expect(body.detail[0]).toMatchObject({ type: 'too_deep' });
      await send(nested(300_000)).expect(422);
    });
  });

  describe('query strings', () => {
    it('reads them flat, so that an operator never becomes an object', async () => {
      const { body } = await client.get('/probe?search[$ne]=x').expect(422);
      expect(body.detail).toEqual([
        { loc: ['query', 'search[$ne]'], msg: 'Unknown field; remove it.', type: 'unknown_field' },
      ]);
    });

    it('refuses a repeated parameter where one is expected', async () => {
      const { body } = await client.get('/probe?search=a&search=b').expect(422);
      expect(body.detail).toEqual([
        {
          loc: ['query', 'search'],
          msg: 'Given more than once; give it once.',
          type: 'repeated_parameter',
        },
      ]);
    });

    it('takes a repeated parameter where a list is expected', async () => {
      const { body } = await client.get('/probe?tags=a&tags=b').expect(200);
      expect(body).toMatchObject({ tags: ['a', 'b'], page: 1, page_size: 20 });
    });

    it.each(['page=0', 'page=abc', 'page=1.5', 'page_size=101', 'page='])(
      'refuses ?%s',
      async (query) => {
        const { body } = await client.get(`/probe?${query}`).expect(422);
        expect(body.detail[0].loc).toEqual(['query', query.split('=')[0]]);
      },
    );
  });
});

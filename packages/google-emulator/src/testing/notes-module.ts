import { ApiError } from '../http/api-error';
import { type ApiModule, type Route } from '../http/route';

const SCOPE = 'https://www.googleapis.com/auth/spreadsheets.readonly';

/** The scope that a token needs for the notes. */
export const NOTES_SCOPE = SCOPE;

/** A small API, with which tests show what all APIs have in common. */
export class NotesModule implements ApiModule {
  /** How many pieces of the long note were made. */
  pieces = 0;
  /** What callers sent. */
  readonly written: unknown[] = [];

  readonly routes: readonly Route[] = [
    this.route('GET', 'notes.get', /^\/v4\/spreadsheets\/notes\/(?<id>[^/:]+)$/, ({ params }) => {
      if (params['id'] === 'missing') {
        throw new ApiError(404, 'NOT_FOUND', 'Requested entity was not found.');
      }
      if (params['id'] === 'broken') throw new TypeError('a mistake in the emulator');
      return { body: { id: params['id'], text: '<b>&nbsp;\u2028\u200b\ufeff</b> 🌵' } };
    }),
    this.route('POST', 'notes.create', /^\/v4\/spreadsheets\/notes$/, ({ body }) => {
      this.written.push(body);
      return { body: { written: body ?? null } };
    }),
    this.route('DELETE', 'notes.delete', /^\/v4\/spreadsheets\/notes\/(?<id>[^/:]+)$/, () => ({
      status: 204,
    })),
    this.route('GET', 'notes.long', /^\/v4\/spreadsheets\/notes\/(?<id>[^/:]+):long$/, (call) => ({
      pieces: this.long(Number(call.query.get('count'))),
    })),
    {
      ...this.route('GET', 'files.get', /^\/drive\/v3\/notes\/(?<id>[^/]+)$/, ({ params }) => {
        if (params['id'] === 'missing') {
          throw new ApiError(404, 'NOT_FOUND', 'File not found: missing.', {
            item: { reason: 'notFound', location: 'fileId', locationType: 'parameter' },
          });
        }
        return { body: { id: params['id'] } };
      }),
      api: 'drive',
      metric: 'drive',
      cost: 5,
    },
  ];

  private *long(count: number): Generator<string> {
    if (count < 0) throw new ApiError(400, 'INVALID_ARGUMENT', 'Count is below 0');
    yield '[';
    for (let n = 0; n < count; n += 1) {
      this.pieces += 1;
      yield `${n === 0 ? '' : ','}"${'x'.repeat(1000)}<"`;
    }
    yield ']';
  }

  private route(
    method: Route['method'],
    name: string,
    path: RegExp,
    handle: Route['handle'],
  ): Route {
    return {
      api: 'sheets',
      name,
      method,
      path,
      scopes: [SCOPE],
      metric: 'sheets.read',
      typedQuery: {
        valueRenderOption: {
          kind: 'enum',
          typeName: 'google.apps.sheets.v4.ValueRenderOption',
          values: ['FORMATTED_VALUE', 'FORMULA'],
        },
        includeGridData: { kind: 'boolean' },
      },
      handle,
    };
  }
}

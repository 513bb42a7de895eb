import { type ErrorCode } from '@tributary/contracts';
import { readFailure } from '../errors/google-failure';
import { type BusinessFailureContext, explainBusinessFailure } from './business-failure';

const LISTING: BusinessFailureContext = {
  notFound: 'BUSINESS_LOCATION_NOT_FOUND',
  isForReviews: true,
};
const NEXT_PAGE = { ...LISTING, pageToken: 'next' };

function codeOf(
  status: number,
  error: Record<string, unknown>,
  question = LISTING,
): ErrorCode | undefined {
  const text = JSON.stringify({ error: { message: 'Something.', ...error } });
  const failure = readFailure({ status, headers: new Headers(), text });
  return explainBusinessFailure(failure, question)?.code;
}

const fault = (kind: string, list: string, field: string) => ({
  status: 'INVALID_ARGUMENT',
  details: [{ '@type': `type.googleapis.com/${kind}`, [list]: [{ field }] }],
});
const inV1 = (field: string) => fault('google.rpc.BadRequest', 'fieldViolations', field);
const inV4 = (field: string) =>
  fault('google.mybusiness.v4.ValidationError', 'errorDetails', field);

describe('an error answer of Business Profile', () => {
  it('says that something is not there, or not ours to see', () => {
    expect(codeOf(404, { status: 'NOT_FOUND' })).toBe('BUSINESS_LOCATION_NOT_FOUND');
    expect(codeOf(403, { status: 'PERMISSION_DENIED' })).toBe('BUSINESS_ACCESS_DENIED');
  });

  it('says that a location is not verified, when it was asked for reviews', () => {
    const unmet = { status: 'FAILED_PRECONDITION' };
    expect(codeOf(400, unmet)).toBe('LOCATION_NOT_VERIFIED');
    const accounts: BusinessFailureContext = { notFound: 'BUSINESS_ACCOUNT_NOT_FOUND' };
    expect(codeOf(400, unmet, accounts)).toBeUndefined();
  });

  it.each([
    ['in v1', inV1('page_token')],
    ['in v4', inV4('page_token')],
    ['without naming it', { status: 'INVALID_ARGUMENT' }],
  ])('says that a page token is not good, %s', (_, error) => {
    expect(codeOf(400, error, NEXT_PAGE)).toBe('PAGE_TOKEN_INVALID');
  });

  it('is left to others where it speaks of another parameter, or of the first page', () => {
    expect(codeOf(400, inV4('order_by'), NEXT_PAGE)).toBeUndefined();
    expect(codeOf(400, { status: 'INVALID_ARGUMENT' })).toBeUndefined();
    expect(codeOf(409, { status: 'ABORTED' }, NEXT_PAGE)).toBeUndefined();
  });
});

import { ForbiddenException, ImATeapotException, NotFoundException } from '@nestjs/common';
import { DomainError } from './domain-error';
import { toDomainError } from './to-domain-error';

describe('toDomainError', () => {
  it('leaves a DomainError as it is', () => {
    const error = new DomainError('CONCURRENT_CHANGE');
    expect(toDomainError(error)).toBe(error);
  });

  it.each([
    [new NotFoundException('Cannot GET /<script>'), 'NOT_FOUND', 'Not found'],
    [new ForbiddenException('secret reason'), 'FORBIDDEN', 'Your role does not allow this.'],
  ] as const)('gives %s a code and our own sentence', (thrown, code, detail) => {
    expect(toDomainError(thrown)).toMatchObject({ code, detail, cause: thrown });
  });

  it.each([
    Object.assign(new Error('connect ECONNREFUSED'), { name: 'MongoServerSelectionError' }),
    new Error('Cannot call `users.findOne()` before initial connection is complete'),
  ])('takes a store that cannot be reached for what it is', (thrown) => {
    expect(toDomainError(thrown).definition).toMatchObject({ status: 503, retryable: true });
  });

  it('says of a question that MongoDB gave up that it is too large', () => {
    const thrown = Object.assign(new Error('operation exceeded time limit'), {
      name: 'MongoServerError',
      code: 50,
    });
    expect(toDomainError(thrown)).toMatchObject({ code: 'QUESTION_TOO_LARGE', cause: thrown });
  });

  it.each([new Error('x'), new ImATeapotException(), 'a string', undefined, null, { a: 1 }])(
    'takes whatever else is thrown for an internal error',
    (thrown) => {
      expect(toDomainError(thrown).code).toBe('INTERNAL_ERROR');
    },
  );
});

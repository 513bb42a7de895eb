import { ApiProperty } from '@nestjs/swagger';

/** The response of any failure but a rejected field. */
export class ErrorDto {
  /** What went wrong and what to do about it. */
  detail: string;

  /** With status 500 and above; quote it when you report the failure. */
  request_id?: string;
}

/** One rejected field in a response. */
export class FieldProblemDto {
  /** Where it is: `body`, `query` or `path`, then the names and indexes down to the field. */
  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    example: ['body', 'email'],
  })
  loc: (string | number)[];

  /** @example Field required. */
  msg: string;

  /** @example missing */
  type: string;
}

/** All rejected fields of a request, sent with status 422. */
export class ValidationErrorDto {
  @ApiProperty({ type: [FieldProblemDto] })
  detail: FieldProblemDto[];
}

import {
  type ArgumentMetadata,
  Injectable,
  type Paramtype,
  type PipeTransform,
  ValidationPipe,
} from '@nestjs/common';
import { type ValidationError } from 'class-validator';
import { DomainError, type FieldProblem } from '../errors/domain-error';
import { toFieldProblems } from './field-problems';

/** Where a value came from, in the words of an error's `loc`. */
const ORIGIN: Readonly<Partial<Record<Paramtype, string>>> = {
  body: 'body',
  query: 'query',
  param: 'path',
};

/**
 * Validates every DTO: rejects unknown fields, and responds with 422 and the location of each
 * problem.
 */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  private readonly pipes = new Map<string, ValidationPipe>();

  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const origin = ORIGIN[metadata.type];
    if (origin === undefined || !isDto(metadata.metatype)) return value;
    if (origin === 'body') refuseNonObjects(value);
    else refuseRepeated(value as Record<string, unknown>, metadata.metatype, origin);
    return this.pipeFor(origin).transform(value, metadata);
  }

  private pipeFor(origin: string): ValidationPipe {
    const existing = this.pipes.get(origin);
    if (existing) return existing;
    const pipe = new ValidationPipe({
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
      transform: true,
      exceptionFactory: (errors: ValidationError[]) => refuse(toFieldProblems(errors, [origin])),
    });
    this.pipes.set(origin, pipe);
    return pipe;
  }
}

type DtoClass = new () => object;

function isDto(metatype: unknown): metatype is DtoClass {
  const plain: unknown[] = [String, Boolean, Number, Array, Object, undefined];
  return !plain.includes(metatype);
}

function refuse(detail: FieldProblem[]): DomainError {
  return new DomainError('VALIDATION_FAILED', { detail });
}

function refuseNonObjects(body: unknown): void {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (isObject || body === undefined) return;
  throw refuse([{ loc: ['body'], msg: 'Expected a JSON object.', type: 'object_expected' }]);
}

/** `?a=1&a=2` arrives as an array; only a field that is declared as one may be. */
function refuseRepeated(values: Record<string, unknown>, dto: DtoClass, origin: string): void {
  const repeated = Object.keys(values).filter(
    (name) =>
      Array.isArray(values[name]) &&
      Reflect.getMetadata('design:type', dto.prototype as object, name) !== Array,
  );
  if (repeated.length === 0) return;
  throw refuse(
    repeated.map((name) => ({
      loc: [origin, name],
      msg: 'Given more than once; give it once.',
      type: 'repeated_parameter',
    })),
  );
}

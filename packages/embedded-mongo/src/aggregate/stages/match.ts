import { compileFilter } from '../../match';
import { type BsonValue, isPlainObject } from '../../values';
import { failure } from '../failures';
import { type StageContext, type StageRunner } from '../types';
import { someDocuments } from './each-document';

/** `$match` */
export function compileMatch(specification: BsonValue, context: StageContext): StageRunner {
  if (!isPlainObject(specification)) {
    throw failure(15959, 'the match filter must be an expression in an object');
  }
  const matches = compileFilter(specification, context.match);
  return someDocuments((doc) => matches(doc));
}

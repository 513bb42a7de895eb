export { compileElementMatch, compileFilter } from './filter';
export { locationError } from './failures';
export { isDocument, isOperatorObject } from './operator-object';
export { type ArrayAtEnd, type PathVisitor, splitPath, walkPath } from './path';
export { type MatchContext, type MatchOptions, type Predicate, type ValuePredicate } from './types';

export { compileProjection } from './compile-projection';
export { projectionRoots } from './projection-roots';

export { InternalModule } from './internal.module';

export { containsText } from './contains-text';
export { isDuplicateKey } from './duplicate-key';
export { ensureIndexes } from './ensure-indexes';
export { LeaseModule } from './leases/lease.module';
export { Leases } from './leases/lease.repository';
export { MongoModule } from './mongo.module';
export { MongoProbe } from './mongo.probe';
export { readCursor } from './read-cursor';

export { MongoModule } from './mongo.module';
export { MongoProbe } from './mongo.probe';

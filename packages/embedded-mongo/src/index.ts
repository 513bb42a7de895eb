export {
  EmbeddedMongo,
  startInProcess,
  type EmbeddedMongoOptions,
  type InProcessServer,
  type ServerOptions,
} from './server';

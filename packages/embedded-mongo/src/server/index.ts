export { EmbeddedMongo, type EmbeddedMongoOptions } from './embedded-mongo';
export { EmbeddedServer, type ServerOptions } from './embedded-server';
export { startInProcess, type DataSource, type InProcessServer } from './start-in-process';

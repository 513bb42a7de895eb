import { EmbeddedMongo } from '@tributary/embedded-mongo';
import { FolderSource, FolderTarget } from './folder-store';
import { MongoSource, MongoTarget, type WriteMode } from './mongo-store';
import { type DataSource, type DataTarget } from './stores';

const MONGO_URL = /^mongodb(\+srv)?:\/\//;
const EMBEDDED = 'embedded:';

/** The values that --from and --to accept. */
export const ADDRESSES = `
  mongodb://host:port        all databases of a server
  mongodb://host:port/name   one database of a server
  embedded:<folder>          the data of an embedded server that is not running
  <folder>                   files of extended JSON, one document per line
`;

/** Opens an address for reading. */
export async function openSource(address: string): Promise<DataSource> {
  if (MONGO_URL.test(address)) return MongoSource.open(address);
  if (address.startsWith(EMBEDDED)) return onEmbedded(address, (url) => MongoSource.open(url));
  return new FolderSource(address);
}

/** Opens an address for writing. */
export async function openTarget(address: string, mode: WriteMode): Promise<DataTarget> {
  if (MONGO_URL.test(address)) return MongoTarget.open(address, mode);
  if (address.startsWith(EMBEDDED)) {
    return onEmbedded(address, (url) => MongoTarget.open(url, mode));
  }
  return new FolderTarget(address);
}

/** Runs an embedded server on the folder while the store is open. */
async function onEmbedded<Store extends { close(): Promise<void> }>(
  address: string,
  open: (url: string) => Promise<Store>,
): Promise<Store> {
  const server = await EmbeddedMongo.start({ folder: address.slice(EMBEDDED.length) });
  try {
    const store = await open(server.url);
    const closeStore = store.close.bind(store);
    store.close = async () => {
      await closeStore();
      await server.stop();
    };
    return store;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

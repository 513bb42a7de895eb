import { CommandError } from '../errors';

const LONGEST_NAMESPACE_BYTES = 255;
const LONGEST_DATABASE_BYTES = 63;
const FORBIDDEN_IN_DATABASE = /[/\\. "$*<>:|?\0]/;

/** Refuses names that MongoDB refuses for a collection. */
export function checkNamespace(db: string, name: string): void {
  checkDatabaseName(db);
  const namespace = `${db}.${name}`;
  const isBad = name === '' || name.startsWith('.') || name.endsWith('.') || /[\0$]/.test(name);
  if (isBad) throw invalidNamespace(`Invalid namespace specified '${namespace}'`);
  if (Buffer.byteLength(namespace) > LONGEST_NAMESPACE_BYTES) {
    throw invalidNamespace(
      `Fully qualified namespace is too long. Namespace: ${namespace} Max: ${LONGEST_NAMESPACE_BYTES}`,
    );
  }
}

/** Refuses names that MongoDB refuses for a database. */
export function checkDatabaseName(db: string): void {
  const isTooLong = Buffer.byteLength(db) > LONGEST_DATABASE_BYTES;
  if (db === '' || isTooLong || FORBIDDEN_IN_DATABASE.test(db)) {
    throw invalidNamespace(`Invalid database name: '${db}'`);
  }
}

function invalidNamespace(message: string): CommandError {
  return new CommandError(73, 'InvalidNamespace', message);
}

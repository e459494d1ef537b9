import { ErrorCode, MongoError } from '../query/error.js';

/** @throws InvalidNamespace (73) for names that MongoDB does not accept. */
export function checkNamespace(namespace: string): void {
  const { database, name } = partsOf(namespace);
  const isDatabase = database !== '' && !/[/\\. "$*<>:|?\0]/.test(database) && Buffer.byteLength(database) <= 63;
  const isName = name !== '' && !name.startsWith('.') && !name.startsWith('system.') && !/[$\0]/.test(name);
  if (isDatabase && isName && Buffer.byteLength(namespace) <= 255) return;
  throw new MongoError(ErrorCode.InvalidNamespace, `Invalid namespace specified '${namespace}'`);
}

/** The names of the database and the collection. Only the first dot separates them; a collection's name may contain dots. */
export function partsOf(namespace: string): { database: string; name: string } {
  const [database = '', ...rest] = namespace.split('.');
  return { database, name: rest.join('.') };
}

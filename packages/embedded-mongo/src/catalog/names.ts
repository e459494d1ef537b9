import { ErrorCode, MongoError } from '../query/error.js';

/** @throws InvalidNamespace (73) for names that MongoDB does not accept. */
export function checkName(database: string, name: string): void {
  const namespace = `${database}.${name}`;
  if (database === '' || /[/\\. "$*<>:|?\0]/.test(database) || Buffer.byteLength(database) > 63) {
    throw new MongoError(ErrorCode.InvalidNamespace, `Invalid namespace specified '${namespace}'`);
  }
  if (name === '' || name.startsWith('.') || name.startsWith('system.') || /[$\0]/.test(name)) {
    throw new MongoError(ErrorCode.InvalidNamespace, `Invalid namespace specified '${namespace}'`);
  }
  if (Buffer.byteLength(namespace) > 255) {
    throw new MongoError(
      ErrorCode.InvalidNamespace,
      `Fully qualified namespace is too long. Namespace: ${namespace} Max: 255`,
    );
  }
}

import { checkName } from '../catalog/names.js';
import { ErrorCode, MongoError } from '../query/error.js';
import type { Command } from './command.js';
import { booleanField, stringField } from './fields.js';

/** Renames a collection, also into another database. */
export const renameCollection: Command = {
  adminOnly: true,
  async run(call) {
    const [database, name] = namespaceOf(stringField(call.body, 'renameCollection'));
    const [targetDatabase, targetName] = namespaceOf(stringField(call.body, 'to'));
    const { catalog } = call.engine;
    const source = catalog.find(database, name);
    if (!source) {
      throw new MongoError(ErrorCode.NamespaceNotFound, `Source collection ${database}.${name} does not exist`);
    }
    if (catalog.find(targetDatabase, targetName) === source) {
      throw new MongoError(ErrorCode.IllegalOperation, "Can't rename a collection to itself");
    }
    const dropTarget = booleanField(call.body, 'dropTarget');
    await call.whenFree(() => catalog.rename(source, targetDatabase, targetName, dropTarget));
    return {};
  },
};

// Only the first dot is a separator; a collection's name may contain dots.
function namespaceOf(namespace: string): [database: string, name: string] {
  const [database = '', ...rest] = namespace.split('.');
  const name = rest.join('.');
  checkName(database, name);
  return [database, name];
}

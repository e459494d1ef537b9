import type { Migration } from '../../platform/mongo/migrations';

/**
 * Gives laboratories that were stored before a policy its default.
 * @param added the values by their path among the policies; a laboratory without the first of them gets all.
 */
export function addPolicies(id: string, added: Readonly<Record<string, unknown>>): Migration {
  const fields = Object.entries(added).map(([path, value]) => [`policies.${path}`, value] as const);
  const [first = ''] = fields.map(([field]) => field);
  return {
    id,
    up: async (connection) => {
      const $set = Object.fromEntries(fields);
      await connection.collection('laboratories').updateMany({ [first]: { $exists: false } }, { $set });
    },
  };
}

import { createHash } from 'node:crypto';
import type { Connection, mongo } from 'mongoose';

/** Collections whose documents say who is there and what is under way, not what happened; they change on their own. */
const PASSING = new Set(['sessions', 'stored_responses', 'locks', 'write_locks', 'backups', 'users']);

/** Every document by its collection and id, as the hash of its bytes. */
export type State = ReadonlyMap<string, string>;

/** The whole database at one moment, but for the collections that change on their own. */
export async function stateOf(connection: Connection): Promise<State> {
  const client = connection.getClient();
  const state = new Map<string, string>();
  await client.withSession((session) =>
    session.withTransaction(
      async () => {
        state.clear();
        for (const name of await namesIn(connection)) {
          // Bytes, because decoding would hide the order of fields and the types of numbers.
          const documents = connection
            .getClient()
            .db(connection.name)
            .collection(name)
            .find({}, { session, raw: true });
          for await (const bytes of documents as unknown as AsyncIterable<Buffer>) {
            state.set(`${name} ${idOf(bytes)}`, createHash('sha256').update(bytes).digest('hex'));
          }
        }
      },
      { readConcern: { level: 'snapshot' } },
    ),
  );
  return state;
}

/** The documents that differ. */
export function differences(a: State, b: State): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((key) => a.get(key) !== b.get(key));
}

async function namesIn(connection: Connection): Promise<string[]> {
  const all = await connection.getClient().db(connection.name).listCollections({}, { nameOnly: true }).toArray();
  return all.map(({ name }: Pick<mongo.CollectionInfo, 'name'>) => name).filter((name) => !PASSING.has(name));
}

/** The id is the first field of every stored document, so its bytes identify it. */
function idOf(bytes: Buffer): string {
  const type = bytes[4];
  const start = 9;
  if (type === 0x07) return bytes.toString('hex', start, start + 12);
  if (type === 0x02) return bytes.toString('utf8', start + 4, start + 3 + bytes.readInt32LE(start));
  throw new Error(`An id of the type ${type} is not expected`);
}

import { type Document, MongoClient } from 'mongodb';

/** What a change is called, so that it is found again in the database. */
export const nameOf = {
  entry: (number: number) => `Load entry ${number}`,
  movement: (number: number) => `Load movement ${number}`,
  clockIn: (userId: string) => `Clock-in of ${userId}`,
};

type Place = { collection: string; filter: object; toNames: (row: Document) => string[] };

const places: readonly Place[] = [
  {
    collection: 'transactions',
    filter: { description: /^Load entry/ },
    toNames: ({ description }) => [String(description)],
  },
  { collection: 'stock_movements', filter: { reason: /^Load movement/ }, toNames: ({ reason }) => [String(reason)] },
  {
    collection: 'attendance',
    filter: { userName: /^(admin|manager|staff) \d+$/ },
    // Each clock-in is a segment; an absence that was marked meanwhile has none.
    toNames: ({ userId, segments }) => (segments as unknown[]).map(() => nameOf.clockIn(String(userId))),
  },
];

/**
 * Compares what is stored with what was acknowledged.
 * @returns what is missing, what is stored twice, and how much no one was told of.
 */
export async function differencesIn(uri: string, acknowledged: readonly string[]): Promise<string[]> {
  const client = await MongoClient.connect(uri);
  const stored = new Map<string, number>();
  for (const { collection, filter, toNames } of places) {
    for await (const row of client.db().collection(collection).find(filter)) {
      for (const name of toNames(row)) stored.set(name, (stored.get(name) ?? 0) + 1);
    }
  }
  await client.close();
  const expected = new Set(acknowledged);
  const lost = [...expected].filter((name) => !stored.has(name)).map((name) => `${name} was lost`);
  const doubled = [...stored].filter(([, count]) => count > 1).map(([name, count]) => `${name}: ${count} times`);
  const unknown = [...stored.keys()].filter((name) => !expected.has(name)).map((name) => `${name} is unknown`);
  return [...lost, ...doubled, ...unknown];
}

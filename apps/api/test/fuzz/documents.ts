import { type Connection, Types } from 'mongoose';
import type { IdSource } from './inputs';

/** What the contract calls documents whose collection has another name. The first noun within a field's name counts. */
const collectionOfNoun: Readonly<Record<string, string>> = {
  laborator: 'laboratories',
  links: 'supplier_links',
  supplier: 'suppliers',
  'purchase-order': 'purchase_orders',
  session: 'sessions',
  'open-shift': 'open_shifts',
  'shift-type': 'shift_types',
  closing: 'month_closings',
  swap: 'roster_swaps',
  batch: 'batches',
  receipt: 'receipts',
  return: 'returns',
  bill: 'bills',
  line: 'lines',
  reversal: 'transactions',
  transaction: 'transactions',
  recall: 'batch_recalls',
  transfer: 'stock_transfers',
  'write-off': 'stock_write_offs',
  alert: 'stock_alerts',
  display: 'attendance_displays',
  schedule: 'report_schedules',
  leave: 'leaves',
  attendance: 'attendance',
  item: 'inventory_items',
  inventory: 'inventory_items',
  history: 'reports',
  notification: 'notifications',
  user: 'users',
  staff: 'users',
  recipient: 'users',
  deputy: 'users',
};

const PER_COLLECTION = 12;

type Stored = { _id: unknown } & Record<string, unknown>;

/** Some documents of each collection, also those that others contain, those of one laboratory first. */
export class Documents {
  private constructor(
    private readonly connection: Connection,
    private readonly byCollection: ReadonlyMap<string, readonly string[]>,
    private readonly collectionById: ReadonlyMap<string, string>,
  ) {}

  static async of(connection: Connection, laboratory: Types.ObjectId): Promise<Documents> {
    const home = laboratory.toHexString();
    const byCollection = new Map<string, string[]>();
    const collectionById = new Map<string, string>();
    for (const { name } of await connection.listCollections()) {
      if (name.startsWith('system.')) continue;
      const all = (await connection.collection(name).find().toArray()) as Stored[];
      const own = all.filter((one) => [hexOf(one.laboratoryId), hexOf(one._id)].includes(home));
      const chosen = [...ofEachStatus(own), ...all.filter((one) => !own.includes(one)).slice(0, 2)];
      for (const one of chosen) collectionById.set(hexOf(one._id) ?? '', name);
      byCollection.set(name, idsOf(chosen));
      const parts = chosen.flatMap((one) => Object.entries(one)).filter(([, part]) => Array.isArray(part));
      for (const [field, part] of parts) {
        const ids = [...(byCollection.get(field) ?? []), ...idsOf(part as Stored[])];
        byCollection.set(field, ids.slice(0, PER_COLLECTION));
      }
    }
    return new Documents(connection, byCollection, collectionById);
  }

  /** The ids for the fields of a route. Those that only say “id” are of what the path names last before it. */
  idsFor(path: string): IdSource {
    const segments = path.split('/');
    return (field) => {
      const at = segments.indexOf(`:${field}`);
      const above = (at < 0 ? segments : segments.slice(0, at)).filter((part) => !part.startsWith(':')).reverse();
      const nouns = /^(_?id)?$|^ids$/.test(field) ? above : [field, ...above];
      const known = nouns.flatMap((noun) => this.byCollection.get(collectionOf(noun)) ?? []);
      return known.slice(0, PER_COLLECTION);
    };
  }

  /** The current version of a document, which a change has to state. */
  async versionOf(id: string): Promise<unknown> {
    const collection = this.collectionById.get(id);
    if (collection === undefined) return undefined;
    const document = await this.connection.collection(collection).findOne({ _id: new Types.ObjectId(id) });
    return document?.version;
  }
}

/** What can be done with a document depends on its status first of all. */
function ofEachStatus(documents: readonly Stored[]): Stored[] {
  const statusOf = (one: Stored) => `${String(one.status)} ${String(one.approvalStatus)}`;
  const rank = (one: Stored) => documents.filter((other) => statusOf(other) === statusOf(one)).indexOf(one);
  const ranked = documents.slice(0, 500).map((one) => ({ one, rank: rank(one) }));
  return ranked
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, PER_COLLECTION)
    .map(({ one }) => one);
}

function collectionOf(name: string): string {
  const noun = Object.keys(collectionOfNoun).find((one) => name.toLowerCase().includes(one));
  return noun === undefined ? name : (collectionOfNoun[noun] ?? name);
}

function idsOf(documents: readonly Stored[]): string[] {
  return documents.flatMap((one) => hexOf((one as Stored | null)?._id) ?? []);
}

function hexOf(value: unknown): string | undefined {
  return value instanceof Types.ObjectId ? value.toHexString() : undefined;
}

import { MongoServerError, type ClientSession, type Db } from 'mongodb';
import type { Random } from './random.js';
import { Violation, type Connection, type Tally, type Workload } from './workload.js';

const WRITERS = 4;
const ACCOUNTS = 40;
/** How many entries of an account are kept; each transfer adds one and removes one. */
const KEPT = 5;

interface Account {
  _id: number;
  balance: number;
  version: number;
}

interface Entry {
  _id: string;
  account: number;
  version: number;
  balance: number;
}

/**
 * Transactions that transfer money between accounts and keep the latest entries of each. At any time, the balances
 * must add up to zero, and the entries must be the latest ones of their account.
 */
export class Transfers implements Workload {
  readonly #acknowledged = new Array<number>(ACCOUNTS).fill(0);

  constructor(readonly tally: Tally) {}

  async prepare(db: Db): Promise<void> {
    const accounts = Array.from({ length: ACCOUNTS }, (_, _id) => ({ _id, balance: 0, version: 0 }));
    await db.collection<Account>('accounts').insertMany(accounts);
    await db.collection('entries').createIndexes([{ key: { account: 1, version: 1 }, unique: true }]);
  }

  start({ client, db }: Connection, random: Random): Promise<void>[] {
    return Array.from({ length: WRITERS }, async () => {
      const session = client.startSession();
      try {
        while (await this.#transfer(session, db, random));
      } finally {
        await session.endSession();
      }
    });
  }

  async check({ db }: Connection): Promise<void> {
    const accounts = await db.collection<Account>('accounts').find().toArray();
    const entries = await db.collection<Entry>('entries').find().sort({ account: 1, version: 1 }).toArray();
    const sum = accounts.reduce((total, { balance }) => total + balance, 0);
    if (sum !== 0 || accounts.length !== ACCOUNTS) throw new Violation(`Half a transfer: ${JSON.stringify(accounts)}`);
    for (const { _id, version, balance } of accounts) {
      const own = entries.filter(({ account }) => account === _id);
      const wanted = Array.from({ length: Math.min(KEPT, version) }, (_, i) => version - i).reverse();
      if (
        own.map((entry) => entry.version).join() !== wanted.join() ||
        (version > 0 && own.at(-1)?.balance !== balance)
      ) {
        throw new Violation(`Account ${_id} at ${version} with ${balance} has the entries ${JSON.stringify(own)}`);
      }
      const least = this.#acknowledged[_id] ?? 0;
      if (version < least) throw new Violation(`Account ${_id} is at ${version}, but ${least} was acknowledged`);
      this.#acknowledged[_id] = version;
    }
  }

  async #transfer(session: ClientSession, db: Db, random: Random): Promise<boolean> {
    const from = random.below(ACCOUNTS);
    const to = (from + 1 + random.below(ACCOUNTS - 1)) % ACCOUNTS;
    const amount = 1 + random.below(100);
    const versions: [number, number][] = [];
    const request = async (): Promise<void> => {
      session.startTransaction();
      versions.push([from, await book(session, db, from, -amount)]);
      versions.push([to, await book(session, db, to, amount)]);
      await session.commitTransaction();
    };
    try {
      if (!(await this.tally.ask(request))) return false;
    } catch (error) {
      if (!(error instanceof MongoServerError) || !error.hasErrorLabel('TransientTransactionError')) throw error;
      await session.abortTransaction();
      return true;
    }
    for (const [account, version] of versions) {
      this.#acknowledged[account] = Math.max(version, this.#acknowledged[account] ?? 0);
    }
    return true;
  }
}

/** Changes the balance of an account; returns its new version. */
async function book(session: ClientSession, db: Db, account: number, amount: number): Promise<number> {
  const after = await db
    .collection<Account>('accounts')
    .findOneAndUpdate(
      { _id: account },
      { $inc: { balance: amount, version: 1 } },
      { session, returnDocument: 'after' },
    );
  if (!after) throw new Violation(`Account ${account} is gone`);
  const { version, balance } = after;
  const entries = db.collection<Entry>('entries');
  await entries.insertOne({ _id: `${account}/${version}`, account, version, balance }, { session });
  await entries.deleteOne({ account, version: version - KEPT }, { session });
  return version;
}

import { type Connection, type Model, Schema } from 'mongoose';
import { connect, testDatabaseUri } from './test-database';
import { DomainEvents } from '../src/platform/events/domain-events';
import { LabScope } from '../src/platform/domain/lab-scope';
import { Locks } from '../src/platform/mongo/locks';
import { Migrations } from '../src/platform/mongo/migrations';
import { newId, type ObjectId } from '../src/platform/domain/object-id';
import { ScopedRepository } from '../src/platform/mongo/scoped-repository';
import { UnitOfWork } from '../src/platform/mongo/unit-of-work';
import { Clock } from '../src/platform/time/clock';
import { LEDGER_LINK_MODEL, type LedgerLinkRow, ledgerLinkSchema } from '../src/platform/ledger/ledger-link.document';
import { LedgerChangeover } from '../src/platform/ledger/ledger-changeover';
import { LedgerLinkRepository } from '../src/platform/ledger/ledger-link.repository';
import { type Head, LedgerVerification } from '../src/platform/ledger/ledger-verification';
import { type Ledger, type LedgerRow, Ledgers } from '../src/platform/ledger/ledgers';

export type Entry = LedgerRow & { text: string; amount: number; words: string[]; note?: string; by?: string };

class Entries extends ScopedRepository<Entry> {
  constructor(model: Model<Entry>) {
    super(model, { laboratory: 'laboratoryId' });
  }
}

const stored = { version: Number, createdAt: Date, updatedAt: Date };
const schema = new Schema<Entry>(
  {
    laboratoryId: Schema.Types.ObjectId,
    text: String,
    amount: Number,
    words: { type: [String], max: 10 },
    note: String,
    by: String,
    ...stored,
  },
  { versionKey: false },
);

/** A ledger of simple entries, for one laboratory at a time. */
export class ChainedEntries {
  laboratory = newId();

  private constructor(
    readonly connection: Connection,
    readonly links: Model<LedgerLinkRow>,
    readonly documents: Model<Entry>,
    readonly entries: Entries,
    readonly unitOfWork: UnitOfWork,
    readonly repository: LedgerLinkRepository,
    readonly migrations: Migrations,
    readonly ledgers: Ledgers,
    readonly ledger: Ledger<Entry>,
  ) {}

  static async open(): Promise<ChainedEntries> {
    const connection = await connect(testDatabaseUri());
    const links = connection.model<LedgerLinkRow>(LEDGER_LINK_MODEL, ledgerLinkSchema);
    const documents = connection.model<Entry>('Entry', schema);
    for (const model of Object.values(connection.models)) {
      await model.createCollection();
      await model.createIndexes();
    }
    const entries = new Entries(documents);
    const unitOfWork = new UnitOfWork(connection, new DomainEvents());
    const repository = new LedgerLinkRepository(links);
    const migrations = new Migrations(connection, new Locks(connection));
    const ledgers = new Ledgers(repository, unitOfWork, new Clock(), migrations);
    const ledger = ledgers.register<Entry>({
      name: 'money',
      repository: entries,
      nameOf: ({ text }) => text,
      pathOf: ({ _id }) => `/entries/${_id.toHexString()}`,
      protectedOf: ({ words: _words, by: _by, ...row }) => row,
      earlier: {
        protectedOf: ({ words: _words, ...row }) => row,
        nameOf: (name) => name.slice(name.indexOf(': ') + 1).trim(),
      },
    });
    return new ChainedEntries(
      ...([connection, links, documents, entries, unitOfWork, repository, migrations, ledgers, ledger] as const),
    );
  }

  entry(text: string, fields: Partial<Entry> = {}): Entry {
    const now = new Date();
    return {
      _id: newId(),
      laboratoryId: this.laboratory,
      text,
      amount: 1,
      words: ['a'],
      version: 1,
      createdAt: now,
      updatedAt: now,
      ...fields,
    };
  }

  add(...rows: Entry[]): Promise<void> {
    return this.unitOfWork.run(async () => {
      await this.entries.insertMany(rows);
      this.ledger.append(rows);
    });
  }

  change(id: ObjectId, fields: Partial<Entry>): Promise<void> {
    return this.unitOfWork.run(async () => {
      const row = await this.entries.findById(LabScope.everywhere(), id.toHexString());
      if (!row) throw new Error('There is no such entry');
      const { version } = row;
      const after = await this.entries.updateAt(LabScope.everywhere(), id.toHexString(), version, fields, new Date());
      if (after) this.ledger.append([after]);
    });
  }

  chain(): Promise<LedgerLinkRow[]> {
    return this.links.find({ laboratoryId: this.laboratory }).sort({ _id: 1 }).lean<LedgerLinkRow[]>();
  }

  head(): Promise<LedgerLinkRow | null> {
    return this.ledgers.head({ ledger: 'money', laboratoryId: this.laboratory });
  }

  async verified(known: Head | null = null) {
    const verification = new LedgerVerification(this.repository, this.unitOfWork);
    return verification.run(this.ledger as unknown as Ledger, this.laboratory, {
      head: await this.head(),
      known,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
  }

  /** @param links replaces the links of the database, for example by links that fail. */
  changeover(links = this.repository): LedgerChangeover {
    return new LedgerChangeover(this.ledgers, links, this.unitOfWork, this.migrations);
  }
}

import type { LedgerName } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { isId, objectId, type ObjectId } from '../domain/object-id';
import { currentSession, writeLater } from '../mongo/unit-of-work';
import { LEDGER_LINK_MODEL, type LedgerLinkRow, linkIdOf } from './ledger-link.document';

export type Chain = { ledger: LedgerName; laboratoryId: ObjectId };

/** Few enough to be decoded and hashed within a few milliseconds. */
const BATCH = 500;

const ofDocuments = { ledger: 1, laboratoryId: 1, documentId: 1, seq: 1 } as const;

/** The links of all chains. Directly through the driver: the rows are complete, and there are many. */
@Injectable()
export class LedgerLinkRepository {
  constructor(@InjectModel(LEDGER_LINK_MODEL) private readonly model: Model<LedgerLinkRow>) {}

  /** The head of a chain. */
  async last(chain: Chain): Promise<LedgerLinkRow | null> {
    const [from, to] = [linkIdOf({ ...chain, seq: 0 }), linkIdOf({ ...chain, seq: 999_999_999_999 })];
    return this.links.findOne({ _id: { $gt: from, $lte: to } }, { sort: { _id: -1 }, ...this.inSession() });
  }

  /** Two transactions that continue the same chain conflict; the later one is retried. */
  async insert(links: LedgerLinkRow[]): Promise<void> {
    const statements = links.map((link) => ({ insertOne: link }));
    await writeLater(this.model, statements, { contested: true });
  }

  /** The links after a number up to another, in their order and in batches. */
  async *between(chain: Chain, seq: number, through: number): AsyncGenerator<LedgerLinkRow[]> {
    let from = linkIdOf({ ...chain, seq });
    const to = linkIdOf({ ...chain, seq: through });
    for (;;) {
      const filter = { _id: { $gt: from, $lte: to } };
      const options = { sort: { _id: 1 }, limit: BATCH, batchSize: BATCH, ...this.inSession() } as const;
      const links = await this.links.find(filter, options).toArray();
      if (links.length > 0) yield links;
      const last = links.at(-1);
      if (!last || links.length < BATCH) return;
      from = last._id;
    }
  }

  /** The chains of a ledger, each with one read of an index. */
  async *findChains(ledger: LedgerName): AsyncGenerator<Chain> {
    let from = `${ledger}:`;
    for (;;) {
      const first = await this.links.findOne({ _id: { $gt: from, $lt: `${ledger};` } }, { sort: { _id: 1 } });
      const id = first?._id.split(':')[1];
      if (id === undefined) return;
      if (isId(id)) yield { ledger, laboratoryId: objectId(id) };
      from = `${ledger}:${id};`;
    }
  }

  /** The link between the two forms; see `LinkForm`. */
  async changeover({ ledger, laboratoryId }: Chain): Promise<LedgerLinkRow | null> {
    const filter = { ledger, laboratoryId, documentId: laboratoryId, form: 'changeover' } as const;
    return this.links.findOne(filter, { sort: { seq: 1 }, ...this.inSession() });
  }

  /** Removes the names of people from links, each if no one else has changed it. */
  async restate(links: readonly Required<Pick<LedgerLinkRow, '_id' | 'hash' | 'name' | 'restated'>>[]): Promise<void> {
    if (links.length === 0) return;
    const statements = links.map(({ _id, hash, ...fields }) => ({
      updateOne: { filter: { _id, hash, restated: { $exists: false } }, update: { $set: fields } },
    }));
    await this.links.bulkWrite(statements, { ordered: false });
  }

  /** The latest links of the documents after one, in the order of their ids. Of ids only, whatever someone has stored. */
  async latestAfter({ ledger, laboratoryId }: Chain, after: ObjectId, limit: number): Promise<LedgerLinkRow[]> {
    const filter = { ledger, laboratoryId, documentId: { $gt: after } };
    const links = this.links.find(filter, { sort: ofDocuments, batchSize: BATCH, ...this.inSession() });
    const latest: LedgerLinkRow[] = [];
    for await (const link of latestOfDocuments(links)) if (latest.push(link) === limit) break;
    return latest;
  }

  /** The latest link of every document of a chain, in batches. */
  async *latestByDocument({ ledger, laboratoryId }: Chain): AsyncGenerator<LedgerLinkRow[]> {
    const links = this.links.find({ ledger, laboratoryId }, { sort: ofDocuments, batchSize: BATCH });
    let last: LedgerLinkRow | undefined;
    for await (const first of links) {
      // The rest of the batch that has arrived, at once: an iteration for each takes longer than decoding it.
      const batch = [first, ...links.readBufferedDocuments()].filter(({ form }) => form !== 'changeover');
      const all = last ? [last, ...batch] : batch;
      last = all.at(-1);
      const latest = all.filter((link, index) => all[index + 1]?.documentId.equals(link.documentId) === false);
      if (latest.length > 0) yield latest;
    }
    if (last) yield [last];
  }

  /** The latest link of a document. */
  async ofDocument({ ledger, laboratoryId }: Chain, documentId: ObjectId): Promise<LedgerLinkRow | null> {
    return this.links.findOne({ ledger, laboratoryId, documentId }, { sort: { seq: -1 }, ...this.inSession() });
  }

  /** The first link of a version of a document, which stays the same when the version is linked again. */
  async ofVersion(
    { ledger, laboratoryId }: Chain,
    documentId: ObjectId,
    version: number,
  ): Promise<LedgerLinkRow | null> {
    const filter = { ledger, laboratoryId, documentId, version };
    return this.links.findOne(filter, { sort: { seq: 1 }, ...this.inSession() });
  }

  /** The ids of the documents that have a link. */
  async linkedAmong({ ledger, laboratoryId }: Chain, documentIds: readonly ObjectId[]): Promise<Set<string>> {
    const filter = { ledger, laboratoryId, documentId: { $in: [...documentIds] } };
    const found = await this.links
      .find<Pick<LedgerLinkRow, 'documentId'>>(filter, { projection: { documentId: 1 }, ...this.inSession() })
      .toArray();
    return new Set(found.map(({ documentId }) => documentId.toHexString()));
  }

  private get links(): mongo.Collection<LedgerLinkRow> {
    return this.model.collection as unknown as mongo.Collection<LedgerLinkRow>;
  }

  private inSession() {
    return { session: currentSession() ?? undefined };
  }
}

/** The last of the links of each document. */
async function* latestOfDocuments(links: AsyncIterable<LedgerLinkRow>): AsyncGenerator<LedgerLinkRow> {
  let latest: LedgerLinkRow | undefined;
  for await (const link of links) {
    if (link.form === 'changeover') continue;
    if (latest && !latest.documentId.equals(link.documentId)) yield latest;
    latest = link;
  }
  if (latest) yield latest;
}

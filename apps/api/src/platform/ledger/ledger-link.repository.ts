import type { LedgerName } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import type { ObjectId } from '../mongo/object-id';
import { currentSession, writeLater } from '../mongo/unit-of-work';
import { LEDGER_LINK_MODEL, type LedgerLinkRow, linkIdOf } from './ledger-link.document';

export type Chain = { ledger: LedgerName; laboratoryId: ObjectId };

const BATCH = 1_000;

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

  /** The links after a number, in their order. */
  async after(chain: Chain, seq: number, through: number): Promise<LedgerLinkRow[]> {
    const [from, to] = [linkIdOf({ ...chain, seq }), linkIdOf({ ...chain, seq: through })];
    return this.links
      .find({ _id: { $gt: from, $lte: to } }, { sort: { _id: 1 }, limit: BATCH, batchSize: BATCH, ...this.inSession() })
      .toArray();
  }

  /** The links of a chain by document, each document's in their order, streamed. */
  byDocument({ ledger, laboratoryId }: Chain): AsyncIterable<LedgerLinkRow> {
    return this.links.find(
      { ledger, laboratoryId },
      { sort: { ledger: 1, laboratoryId: 1, documentId: 1, seq: 1 }, batchSize: BATCH },
    );
  }

  /** The latest link of a document. */
  async ofDocument({ ledger, laboratoryId }: Chain, documentId: ObjectId): Promise<LedgerLinkRow | null> {
    return this.links.findOne({ ledger, laboratoryId, documentId }, { sort: { seq: -1 }, ...this.inSession() });
  }

  /** Those of the documents that have a link. */
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

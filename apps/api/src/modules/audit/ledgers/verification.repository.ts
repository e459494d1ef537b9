import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { duplicatedFields } from '../../../platform/mongo/database-errors';
import type { ObjectId } from '../../../platform/domain/object-id';
import { currentSession } from '../../../platform/mongo/unit-of-work';
import type { Chain } from '../../../platform/ledger/ledger-link.repository';
import { VERIFICATION_MODEL, type VerificationRow } from './verification.document';

type Run = Pick<VerificationRow, 'runId' | 'by' | 'links' | 'startedAt'>;
type Counts = Pick<VerificationRow, 'done' | 'total'>;
type Outcome = Pick<VerificationRow, 'status' | 'broken'> & Counts & Partial<Pick<VerificationRow, 'known'>>;

/** A process that has said nothing for so long has ended. */
const ABANDONED_MS = 60_000;

/** The latest verification of each chain. Who can see a chain is decided by its laboratory, as for its links. */
@Injectable()
export class VerificationRepository {
  constructor(@InjectModel(VERIFICATION_MODEL) private readonly model: Model<VerificationRow>) {}

  async of(chains: readonly Chain[]): Promise<VerificationRow[]> {
    const laboratoryIds = chains.map(({ laboratoryId }) => laboratoryId);
    const ledgers = chains.map(({ ledger }) => ledger);
    const filter = { laboratoryId: { $in: laboratoryIds }, ledger: { $in: ledgers } };
    return this.model.find(filter).session(currentSession()).lean<VerificationRow[]>();
  }

  /** @returns whether no other run of the chain is under way. */
  async start({ ledger, laboratoryId }: Chain, run: Run): Promise<boolean> {
    const { startedAt: now } = run;
    const isFree = [
      { status: { $ne: 'running' as const } },
      { beatAt: { $lt: new Date(now.getTime() - ABANDONED_MS) } },
    ];
    const state = {
      status: 'running',
      finishedAt: null,
      beatAt: now,
      done: 0,
      total: 0,
      isCancelled: false,
      broken: null,
    };
    try {
      await this.model.updateOne(
        { ledger, laboratoryId, $or: isFree },
        {
          $set: { ...run, ...state, updatedAt: now },
          $inc: { version: 1 },
          $setOnInsert: { known: null, createdAt: now },
        },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (duplicatedFields(error).length > 0) return false;
      throw error;
    }
  }

  /** @returns whether the run is to go on. */
  async progress(runId: ObjectId, counts: Counts, now: Date): Promise<boolean> {
    const { matchedCount } = await this.model.updateOne(
      { runId, isCancelled: false },
      { $set: { ...counts, beatAt: now } },
    );
    return matchedCount === 1;
  }

  async cancel({ ledger, laboratoryId }: Chain): Promise<void> {
    await this.model.updateOne({ ledger, laboratoryId, status: 'running' }, { $set: { isCancelled: true } });
  }

  async finish(runId: ObjectId, outcome: Outcome, now: Date): Promise<void> {
    await this.model.updateOne(
      { runId },
      { $set: { ...outcome, finishedAt: now, updatedAt: now }, $inc: { version: 1 } },
    );
  }
}

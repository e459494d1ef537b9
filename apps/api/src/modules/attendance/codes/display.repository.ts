import { MAX_DISPLAYS } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { LabScope } from '../../../platform/mongo/lab-scope';
import type { ObjectId } from '../../../platform/mongo/object-id';
import { ScopedRepository } from '../../../platform/mongo/scoped-repository';
import { currentSession } from '../../../platform/mongo/unit-of-work';
import { DISPLAY_MODEL, type DisplayRow } from './display.document';

@Injectable()
export class DisplayRepository extends ScopedRepository<DisplayRow> {
  constructor(@InjectModel(DISPLAY_MODEL) model: Model<DisplayRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  /** Those that show codes, and those whose code can still be typed, oldest first. */
  ofLaboratory(scope: LabScope, laboratoryId: ObjectId, now: Date): Promise<DisplayRow[]> {
    const usable = { removedAt: null, $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] };
    return this.find(scope, { laboratoryId, ...usable }, { sort: { createdAt: 1, _id: 1 }, limit: MAX_DISPLAYS });
  }

  waitingFor(codeHash: string, now: Date): Promise<DisplayRow | null> {
    return this.findOne(LabScope.everywhere(), { codeHash, expiresAt: { $gt: now } });
  }

  paired(tokenHash: string): Promise<DisplayRow | null> {
    return this.findOne(LabScope.everywhere(), { tokenHash, removedAt: null });
  }

  /** Not a new version, because nobody changed the display. */
  async touch(id: string, at: Date, since: Date): Promise<void> {
    const filter = { _id: id, $or: [{ lastSeenAt: null }, { lastSeenAt: { $lte: since } }] };
    await this.model.updateOne(filter, { $set: { lastSeenAt: at } });
  }

  async remove(id: ObjectId): Promise<void> {
    await this.model.deleteOne({ _id: id }).session(currentSession());
  }
}

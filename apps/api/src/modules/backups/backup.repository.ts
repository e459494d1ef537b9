import { MAX_BACKUPS_KEPT } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { ObjectId } from '../../platform/domain/object-id';
import { currentSession } from '../../platform/mongo/unit-of-work';
import { BACKUP_MODEL, type BackupRow } from './backup.document';
import { MAX_FAILED_KEPT } from './backup-rules';

/** As many as can be kept of both kinds, those that failed, and the one that is being made. */
const MAX_ROWS = 2 * MAX_BACKUPS_KEPT + MAX_FAILED_KEPT + 1;

/** The backups of the installation, which belong to no laboratory. */
@Injectable()
export class BackupRepository {
  constructor(@InjectModel(BACKUP_MODEL) private readonly model: Model<BackupRow>) {}

  /** Newest first. */
  async all(): Promise<BackupRow[]> {
    return this.model.find().sort({ startedAt: -1 }).limit(MAX_ROWS).session(currentSession()).lean<BackupRow[]>();
  }

  async insert(row: BackupRow): Promise<void> {
    await this.model.insertMany([row], { session: currentSession() });
  }

  async update(id: ObjectId, changes: Partial<BackupRow>): Promise<void> {
    await this.model.updateOne({ _id: id }, { $set: changes }).session(currentSession());
  }

  async remove(id: ObjectId): Promise<void> {
    await this.model.deleteOne({ _id: id }).session(currentSession());
  }
}

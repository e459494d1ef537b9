import { Schema, type Types } from 'mongoose';
import { personPart } from '../../platform/mongo/schema-parts';

/** A backup that is kept, one that failed, or the one that is being made. */
export type BackupRow = {
  _id: Types.ObjectId;
  /** Of its folder. */
  name: string;
  /** A copy of the database contains itself as `running`: the process that finds such a row decides what became of it. */
  state: 'running' | 'ok' | 'failed';
  startedAt: Date;
  finishedAt: Date | null;
  bytes: number | null;
  documents: number | null;
  error: string | null;
  /** Null for an automatic one. */
  by: { _id: Types.ObjectId; name: string } | null;
};

export const BACKUP_MODEL = 'Backup';

export const backupSchema = new Schema<BackupRow>(
  {
    name: { type: String, required: true },
    state: { type: String, required: true },
    startedAt: { type: Date, required: true },
    finishedAt: { type: Date, default: null },
    bytes: { type: Number, default: null },
    documents: { type: Number, default: null },
    error: { type: String, default: null },
    by: { type: personPart, default: null },
  },
  { collection: 'backups', versionKey: false },
);

backupSchema.index({ startedAt: -1 });

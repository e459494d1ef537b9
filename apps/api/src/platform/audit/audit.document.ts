import { Schema, type Types } from 'mongoose';

export type AuditRow = {
  _id: Types.ObjectId;
  at: Date;
  by: { _id: Types.ObjectId; name: string } | null;
  action: string;
  entity: string;
  entityId: Types.ObjectId;
  /** Null if the document belongs to the whole network. */
  laboratoryId: Types.ObjectId | null;
  /** With `entries`, of a list: what was removed from it and what was added to it. */
  changes: { field: string; before?: unknown; after?: unknown; entries?: true }[];
  requestId: string | null;
};

/** Fields of one document that one write changes. */
const MAX_CHANGES = 1_000;

export const AUDIT_MODEL = 'AuditEntry';

export const auditSchema = new Schema<AuditRow>(
  {
    at: { type: Date, required: true },
    by: { type: { _id: Schema.Types.ObjectId, name: String }, default: null, _id: false },
    action: { type: String, required: true },
    entity: { type: String, required: true },
    entityId: { type: Schema.Types.ObjectId, required: true },
    laboratoryId: { type: Schema.Types.ObjectId, default: null },
    changes: { type: [Schema.Types.Mixed], max: MAX_CHANGES, default: [] } as never,
    requestId: { type: String, default: null },
  },
  { collection: 'audit', versionKey: false },
);

auditSchema.index({ entity: 1, entityId: 1, at: -1, _id: -1 });
auditSchema.index({ laboratoryId: 1, at: -1, _id: -1 });
auditSchema.index({ at: -1, _id: -1 });

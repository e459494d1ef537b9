import { Schema } from 'mongoose';

export type IdempotentAnswerRow = {
  /** Person and key. */
  _id: string;
  /** Digest of the route and the body that the key came with. */
  fingerprint: string;
  /** JSON, sealed; null while the work is under way. */
  answer: string | null;
  expiresAt: Date;
};

export const IDEMPOTENT_ANSWER_MODEL = 'IdempotentAnswer';

export const idempotentAnswerSchema = new Schema<IdempotentAnswerRow>(
  {
    _id: { type: String, required: true },
    fingerprint: { type: String, required: true },
    answer: { type: String, default: null },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'idempotent_answers', versionKey: false },
);

idempotentAnswerSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

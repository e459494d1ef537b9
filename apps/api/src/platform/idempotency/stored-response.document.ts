import { Schema } from 'mongoose';

export type StoredResponseRow = {
  /** The user id and the idempotency key; for a step of the request, with its name on another line. */
  _id: string;
  /** A digest of the request: its route and its input. */
  fingerprint: string;
  /** The response as encrypted JSON; null while the request is being processed. */
  answer: string | null;
  expiresAt: Date;
};

export const STORED_RESPONSE_MODEL = 'StoredResponse';

export const storedResponseSchema = new Schema<StoredResponseRow>(
  {
    _id: { type: String, required: true },
    fingerprint: { type: String, required: true },
    answer: { type: String, default: null },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'idempotent_answers', versionKey: false },
);

storedResponseSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

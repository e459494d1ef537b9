import { Schema, type Types } from 'mongoose';
import { type ProviderSession, providerSessionSchema } from './second-factor/provider-session.document';

export type SessionRow = {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  device: string;
  ipAddress: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  /** When the person last confirmed that it is still them; absent if they have only signed in. */
  confirmedAt?: Date;
  /** Absent if it began with a password or a passkey. */
  provider?: ProviderSession;
};

export const SESSION_MODEL = 'Session';

export const sessionSchema = new Schema<SessionRow>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    device: { type: String, required: true },
    ipAddress: { type: String, required: true },
    createdAt: { type: Date, required: true },
    lastSeenAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    confirmedAt: { type: Date },
    provider: { type: providerSessionSchema },
  },
  { collection: 'sessions', versionKey: false },
);

sessionSchema.index({ userId: 1, lastSeenAt: -1 });
sessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
sessionSchema.index({ 'provider.sid': 1 }, { sparse: true });
sessionSchema.index({ 'provider.subject': 1 }, { sparse: true });

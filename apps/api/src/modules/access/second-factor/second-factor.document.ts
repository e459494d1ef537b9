import { RECOVERY_CODES } from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import { part } from '../../../platform/mongo/schema-parts';
import { type ProviderSession, providerSessionSchema } from './provider-session.document';

/** Texts that only the server reads are encrypted; what it only compares is hashed. */
export type SecondFactorRow = {
  /** The id of the person. */
  _id: Types.ObjectId;
  authenticator: {
    /** Encrypted. */
    secret: string;
    addedAt: Date;
    lastUsedAt: Date | null;
    /** The latest 30 seconds of which a code was accepted; codes of these and earlier ones are used up. */
    lastStep: number;
  } | null;
  /** A secret of which no code has been sent. */
  pending: { secret: string; createdAt: Date } | null;
  /** Of the unused recovery codes. */
  recoveryHashes: string[];
};

export const SECOND_FACTOR_MODEL = 'SecondFactor';

export const secondFactorSchema = new Schema<SecondFactorRow>(
  {
    authenticator: {
      type: new Schema(
        {
          secret: { type: String, required: true },
          addedAt: { type: Date, required: true },
          lastUsedAt: { type: Date, default: null },
          lastStep: { type: Number, required: true },
        },
        part,
      ),
      default: null,
    },
    pending: {
      type: new Schema({ secret: { type: String, required: true }, createdAt: { type: Date, required: true } }, part),
      default: null,
    },
    recoveryHashes: { type: [String], max: RECOVERY_CODES },
  },
  { collection: 'second_factors', versionKey: false },
);

export type PasskeyRow = {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  credentialId: string;
  /** In base64url. */
  publicKey: string;
  /** Of signatures, as the passkey last gave it; many give none. One that goes back belongs to a copy. */
  counter: number;
  name: string;
  backedUp: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
};

export const PASSKEY_MODEL = 'Passkey';

export const passkeySchema = new Schema<PasskeyRow>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    credentialId: { type: String, required: true },
    publicKey: { type: String, required: true },
    counter: { type: Number, required: true },
    name: { type: String, required: true },
    backedUp: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date, default: null },
  },
  { collection: 'passkeys', versionKey: false },
);

passkeySchema.index({ credentialId: 1 }, { unique: true });
passkeySchema.index({ userId: 1, createdAt: 1 });

/**
 * Something that the server handed out to be sent back once: the ticket of a sign-in, a challenge for a passkey, or the
 * state of a visit to the provider, for a sign-in or to confirm a session.
 */
export type OneTimeRow = {
  /** The hash of what was handed out. */
  _id: string;
  purpose: 'second-step' | 'passkey' | 'new-passkey' | 'provider' | 'provider-confirmation';
  /** Null for the challenge of a passkey, whose person is not known yet. */
  userId: Types.ObjectId | null;
  /** Of the password that was correct; a ticket ends with the password. Null for challenges. */
  passwordDigest: string | null;
  /** Of the cookie of the browser that is to send it back; absent where any can. */
  browserDigest?: string;
  /** The session that it is to confirm. */
  sessionId?: Types.ObjectId;
  /** Of a ticket for a sign-in that began at the provider. */
  provider?: ProviderSession;
  expiresAt: Date;
};

export const ONE_TIME_MODEL = 'OneTime';

export const oneTimeSchema = new Schema<OneTimeRow>(
  {
    _id: { type: String, required: true },
    purpose: { type: String, required: true },
    userId: { type: Schema.Types.ObjectId, default: null },
    passwordDigest: { type: String, default: null },
    browserDigest: { type: String },
    sessionId: { type: Schema.Types.ObjectId },
    provider: { type: providerSessionSchema },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'one_time_values', versionKey: false },
);

oneTimeSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

import { Schema } from 'mongoose';
import { part } from '../../../platform/mongo/schema-parts';

/** What ends a session that began at the provider, there or here. */
export type ProviderSession = {
  subject: string;
  /** The provider's name for its own session. */
  sid: string | null;
  /** Names the session to the provider when the person signs out; encrypted. Null if it is too long for an address. */
  idToken: string | null;
};

export const providerSessionSchema = new Schema<ProviderSession>(
  {
    subject: { type: String, required: true },
    sid: { type: String, default: null },
    idToken: { type: String, default: null },
  },
  part,
);

import { z } from 'zod';
import { InstantSchema } from '../common/day.js';
import { IdSchema } from '../common/id.js';
import { requiredText } from '../common/text.js';

/** How long the browser has to answer a challenge, which is accepted once. */
export const CHALLENGE_MINUTES = 5;
export const MAX_PASSKEYS = 20;

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/, 'Must be base64url');

/** A passkey in the list of its person. */
export const PasskeySchema = z.object({
  _id: IdSchema,
  name: z.string(),
  createdAt: InstantSchema,
  lastUsedAt: InstantSchema.nullable(),
  /** Whether it is kept by a password manager, and so on several devices. */
  backedUp: z.boolean(),
});
export type Passkey = z.infer<typeof PasskeySchema>;

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. No credential is named, so that nothing is said of any account. */
export const PasskeyRequestSchema = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rpId: z.string(),
  userVerification: z.literal('required'),
});
export type PasskeyRequest = z.infer<typeof PasskeyRequestSchema>;

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const PasskeyCreationSchema = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  excludeCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.infer<typeof PasskeyCreationSchema>;

/** `AuthenticationResponseJSON` of WebAuthn. */
export const PasskeyAnswerSchema = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswerSchema>;

export const PasskeySignInBody = z.object({
  answer: PasskeyAnswerSchema,
  /** Of the sign-in whose second step the passkey is, so that the session is known to have begun there. */
  ticket: z.string().min(1).max(100).optional(),
});
export type PasskeySignInBody = z.infer<typeof PasskeySignInBody>;

export const AddPasskeyBody = z.object({
  name: requiredText('Name is required').max(60, 'Name must be at most 60 characters'),
  /** `RegistrationResponseJSON` of WebAuthn. */
  answer: z.object({
    id: base64url,
    rawId: base64url,
    type: z.literal('public-key'),
    response: z.object({ clientDataJSON: base64url, attestationObject: base64url }),
  }),
});
export type AddPasskeyBody = z.infer<typeof AddPasskeyBody>;

export const RenamePasskeyBody = AddPasskeyBody.pick({ name: true });
export type RenamePasskeyBody = z.infer<typeof RenamePasskeyBody>;

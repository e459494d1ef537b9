import { z } from 'zod';
import { InstantSchema } from '../common/day.js';
import { requiredText } from '../common/text.js';
import { MAX_PASSKEYS, PasskeyAnswerSchema, PasskeySchema } from './passkey.schema.js';
import { SessionUserSchema } from './auth.schema.js';

/** How long a confirmation counts for what asks for one (`fresh` in a route's policy); a sign-in is one. */
export const CONFIRMATION_MINUTES = 10;
export const RECOVERY_CODES = 10;

/** A session, which a sign-in ends with. */
export const StartedSessionSchema = z.object({ token: z.string(), user: SessionUserSchema });
export type StartedSession = z.infer<typeof StartedSessionSchema>;

/** The codes of authenticator apps (6 digits) and recovery codes (16 characters), however they are grouped. */
export const SignInCodeSchema = requiredText('Code is required')
  .max(40, 'Enter the 6 digits of your app, or a recovery code')
  .transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^(\d{6}|[A-HJ-NP-Z2-9]{16})$/, 'Enter the 6 digits of your app, or a recovery code'));

export const SecondFactorBody = z.object({ ticket: z.string().min(1).max(100), code: SignInCodeSchema });
export type SecondFactorBody = z.infer<typeof SecondFactorBody>;

export const AuthenticatorCodeBody = z.object({
  code: requiredText('Code is required')
    .max(20, 'Enter the 6 digits of your app')
    .transform((text) => text.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Enter the 6 digits of your app')),
});
export type AuthenticatorCodeBody = z.infer<typeof AuthenticatorCodeBody>;

/** The password, a code of the second factor, or the answer of a passkey to a challenge. */
export const ConfirmBody = z.union([
  z.object({ password: z.string('Password is required').min(1, 'Password is required').max(200) }),
  z.object({ code: SignInCodeSchema }),
  z.object({ answer: PasskeyAnswerSchema }),
]);
export type ConfirmBody = z.infer<typeof ConfirmBody>;

/** One’s own second factor. */
export const SecondFactorSchema = z.object({
  authenticator: z.object({ addedAt: InstantSchema, lastUsedAt: InstantSchema.nullable() }).nullable(),
  passkeys: z.array(PasskeySchema).max(MAX_PASSKEYS),
  /** How many recovery codes are unused. */
  recoveryCodesLeft: z.number().int().min(0).max(RECOVERY_CODES),
});
export type SecondFactor = z.infer<typeof SecondFactorSchema>;

/** The second factor of someone else, as far as those who manage them need it. */
export const PersonSecondFactorSchema = z.object({
  hasAuthenticator: z.boolean(),
  passkeys: z.number().int().min(0).max(MAX_PASSKEYS),
});
export type PersonSecondFactor = z.infer<typeof PersonSecondFactorSchema>;

/** A secret for an authenticator app, in base32 and as the address that its QR code holds. */
export const AuthenticatorSetupSchema = z.object({ secret: z.string(), address: z.string() });
export type AuthenticatorSetup = z.infer<typeof AuthenticatorSetupSchema>;

/** Shown once; only hashes of them are stored. */
export const RecoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()).max(RECOVERY_CODES) });
export type RecoveryCodes = z.infer<typeof RecoveryCodesSchema>;

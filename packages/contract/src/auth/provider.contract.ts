import { z } from 'zod';
import { InstantSchema } from '../common/day.js';
import { doneOf, successOf } from '../common/envelope.js';
import { defineRoutes } from '../common/route.js';
import { StartedSessionSchema } from './second-factor.schema.js';

/** How long a sign-in at the provider may take. */
export const PROVIDER_SIGN_IN_MINUTES = 10;

export const MAX_PROVIDER_CODE = 4_000;

/** How the `state` begins that the provider sends back for a confirmation; that of a sign-in never does. */
export const PROVIDER_CONFIRMATION_STATE = 'confirm.';

/** What the provider adds to the address of the page to which it sends the browser back. */
export const ProviderAnswerBody = z.object({
  code: z.string().min(1).max(MAX_PROVIDER_CODE),
  state: z.string().min(1).max(100),
  /** The provider’s own name for itself (RFC 9207), if it sends one. */
  iss: z.string().min(1).max(500).optional(),
});
export type ProviderAnswerBody = z.infer<typeof ProviderAnswerBody>;

/** What the provider sends; signed, so that no one else can. */
export const BackChannelLogoutBody = z.object({ logout_token: z.string().min(1).max(20_000) });

/** Whether one’s own account belongs to a person of the provider. */
export const ProviderLinkSchema = z.object({
  /** What the provider is called; null if none is set up. */
  label: z.string().nullable(),
  /** `ended` by the person: signing in there no longer opens the account, until they allow it again. */
  state: z.enum(['none', 'linked', 'ended']),
  /** When it was linked or ended. */
  since: InstantSchema.nullable(),
});
export type ProviderLink = z.infer<typeof ProviderLinkSchema>;

export const providerSignInContract = defineRoutes({
  offer: {
    method: 'GET',
    path: '/auth/provider',
    summary: 'Ask whether people can sign in with an OpenID Connect provider',
    description: 'What the provider is called; null if none is set up.',
    responses: { 200: successOf(z.object({ label: z.string().nullable() })) },
    metadata: { permission: 'public' },
  },
  start: {
    method: 'POST',
    path: '/auth/provider',
    summary: 'Start a sign-in with the provider',
    description:
      'The address to which to send the browser, for one sign-in within 10 minutes. Sets a cookie, so that only the same ' +
      'browser can finish it.',
    body: z.object({}).optional(),
    responses: { 200: successOf(z.object({ url: z.url() })) },
    errors: ['CHANNEL_NOT_OFFERED', 'PROVIDER_UNAVAILABLE'],
    metadata: { permission: 'public' },
  },
  complete: {
    method: 'POST',
    path: '/auth/provider/session',
    summary: 'Finish a sign-in with the provider',
    description:
      'With what the provider added to the address of the page `/login/return`. `SIGN_IN_EXPIRED` if the sign-in is ' +
      'unknown, was used, took longer than 10 minutes or began in another browser. An account belongs to the sign-in if ' +
      'it was linked before, or if its email address is the one that the provider has verified; then they are linked. ' +
      '`SECOND_FACTOR_REQUIRED` as for `POST /auth/login`, unless the provider says that it has checked several factors.',
    body: ProviderAnswerBody,
    responses: { 200: successOf(StartedSessionSchema) },
    errors: [
      'SIGN_IN_EXPIRED',
      'PROVIDER_REFUSED',
      'PROVIDER_UNAVAILABLE',
      'PROVIDER_ACCOUNT_UNKNOWN',
      'ACCOUNT_INACTIVE',
      'SECOND_FACTOR_REQUIRED',
      'CHANNEL_NOT_OFFERED',
    ],
    metadata: { permission: 'public' },
  },
  startConfirmation: {
    method: 'POST',
    path: '/auth/provider/confirmation',
    summary: 'Start a confirmation with the provider',
    description:
      'For a session that began there. The address at which the provider asks its person to sign in again, for one ' +
      'confirmation within 10 minutes. Its `state` begins with `confirm.`. Sets a cookie, so that only the same browser ' +
      'can finish it. `PROVIDER_SESSION_NEEDED` if the session began elsewhere, or the account is no longer linked.',
    body: z.object({}).optional(),
    responses: { 200: successOf(z.object({ url: z.url() })) },
    errors: ['PROVIDER_SESSION_NEEDED', 'CHANNEL_NOT_OFFERED', 'PROVIDER_UNAVAILABLE'],
    metadata: { permission: 'signed-in', withoutSecondFactor: true },
  },
  confirm: {
    method: 'PUT',
    path: '/auth/provider/confirmation',
    summary: 'Confirm with the provider that it is still the same person',
    description:
      'As `POST /auth/confirm`, with what the provider added to the address of the page `/login/return`. The session ' +
      'stays the same, and its person as well: `PROVIDER_OTHER_PERSON` for anyone else of the provider. ' +
      '`PROVIDER_SIGN_IN_OLD` unless the provider says that the person signed in after the confirmation was started. ' +
      '`CONFIRMATION_EXPIRED` if it is unknown, was used, took longer than 10 minutes, or began in another session or ' +
      'browser.',
    body: ProviderAnswerBody,
    responses: { 200: doneOf('Confirmed') },
    errors: [
      'CONFIRMATION_EXPIRED',
      'PROVIDER_REFUSED',
      'PROVIDER_UNAVAILABLE',
      'PROVIDER_OTHER_PERSON',
      'PROVIDER_SIGN_IN_OLD',
      'PROVIDER_SESSION_NEEDED',
      'CHANNEL_NOT_OFFERED',
    ],
    metadata: { permission: 'signed-in', withoutSecondFactor: true },
  },
  logout: {
    method: 'POST',
    path: '/auth/provider/logout',
    summary: 'End the current session, and find out where to sign out of the provider',
    description:
      'As `POST /auth/logout`. The address signs out of the provider as well; null if the session began elsewhere, or ' +
      'the provider has none.',
    body: z.object({}).optional(),
    responses: { 200: successOf(z.object({ url: z.url().nullable() }), 'Signed out') },
    metadata: { permission: 'signed-in', withTemporaryPassword: true, withoutSecondFactor: true },
  },
  link: {
    method: 'GET',
    path: '/auth/provider/link',
    summary: 'Get how one’s own account is linked with the provider',
    description: 'An account is linked by the first sign-in there, see `POST /auth/provider/session`.',
    responses: { 200: successOf(ProviderLinkSchema) },
    metadata: { permission: 'signed-in' },
  },
  unlink: {
    method: 'DELETE',
    path: '/auth/provider/link',
    summary: 'End the link of one’s own account with the provider',
    description:
      'Signing in there no longer opens the account, and other sessions that began there end. `PASSWORD_NEEDED` if the ' +
      'account has no password of its own. Repeating it changes nothing.',
    responses: { 200: successOf(ProviderLinkSchema, 'Your account is no longer linked') },
    errors: ['PASSWORD_NEEDED'],
    metadata: { permission: 'signed-in', fresh: true },
  },
  allowLink: {
    method: 'POST',
    path: '/auth/provider/link',
    summary: 'Allow one’s own account to be linked with the provider again',
    description: 'The next sign-in there links it, by the verified email address. Repeating it changes nothing.',
    body: z.object({}).optional(),
    responses: { 200: successOf(ProviderLinkSchema, 'The next sign-in there links your account') },
    metadata: { permission: 'signed-in', fresh: true },
  },
  backChannelLogout: {
    method: 'POST',
    path: '/auth/provider/back-channel-logout',
    summary: 'End the sessions that began at the provider',
    description:
      'Called by the provider (OpenID Connect Back-Channel Logout 1.0). Ends the sessions of the `sid`, or else those of ' +
      "the `sub`, that began before the token was issued, and sign-ins that haven't taken their second step.",
    contentType: 'application/x-www-form-urlencoded',
    body: BackChannelLogoutBody,
    responses: { 200: doneOf('Signed out') },
    errors: ['CHANNEL_NOT_OFFERED', 'PROVIDER_REFUSED', 'PROVIDER_UNAVAILABLE'],
    metadata: { permission: 'public' },
  },
});

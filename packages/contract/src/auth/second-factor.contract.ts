import { z } from 'zod';
import { doneOf, successOf } from '../common/envelope.js';
import { IdParams } from '../common/id.js';
import { defineRoutes } from '../common/route.js';
import {
  AddPasskeyBody,
  PasskeyCreationSchema,
  PasskeyRequestSchema,
  PasskeySignInBody,
  RenamePasskeyBody,
} from './passkey.schema.js';
import {
  AuthenticatorCodeBody,
  AuthenticatorSetupSchema,
  ConfirmBody,
  PersonSecondFactorSchema,
  RecoveryCodesSchema,
  SecondFactorBody,
  SecondFactorSchema,
  StartedSessionSchema,
} from './second-factor.schema.js';

export const secondFactorContract = defineRoutes({
  signIn: {
    method: 'POST',
    path: '/auth/second-factor',
    summary: 'Finish a sign-in with a code',
    description:
      'The second step after `POST /auth/login` where the account has a second factor. Takes the code of an ' +
      'authenticator app or a recovery code; each is accepted once. `SIGN_IN_EXPIRED` if the ticket is unknown, was ' +
      'used, is older than 5 minutes, or the password has changed since.',
    body: SecondFactorBody,
    responses: { 200: successOf(StartedSessionSchema) },
    errors: ['SIGN_IN_EXPIRED', 'SECOND_FACTOR_WRONG', 'TOO_MANY_LOGINS'],
    metadata: { permission: 'public' },
  },
  startPasskey: {
    method: 'POST',
    path: '/auth/passkey/options',
    summary: 'Create a challenge for a passkey',
    description:
      'For a sign-in or a confirmation. It is accepted once, within 5 minutes, and is the same for everyone: the person ' +
      'chooses the passkey in the browser.',
    body: z.object({}).optional(),
    responses: { 200: successOf(PasskeyRequestSchema) },
    metadata: { permission: 'public' },
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/auth/passkey',
    summary: 'Sign in with a passkey',
    description:
      'Needs neither a password nor a code: the device has verified the person. With a ticket, it is the second step of ' +
      'that sign-in, and `SIGN_IN_EXPIRED` means the same as for a code.',
    body: PasskeySignInBody,
    responses: { 200: successOf(StartedSessionSchema) },
    errors: ['PASSKEY_REFUSED', 'ACCOUNT_INACTIVE', 'SIGN_IN_EXPIRED'],
    metadata: { permission: 'public' },
  },
  confirm: {
    method: 'POST',
    path: '/auth/confirm',
    summary: 'Confirm that it is still the same person',
    description:
      'With the password, a code of the second factor or a passkey. For 10 minutes, the session can then call the routes that ' +
      'answer `CONFIRMATION_REQUIRED` otherwise. Signing in is a confirmation as well. Sessions that began at the provider ' +
      'can also use `POST /auth/provider/confirmation`.',
    body: ConfirmBody,
    responses: { 200: doneOf('Confirmed') },
    errors: ['CURRENT_PASSWORD_WRONG', 'SECOND_FACTOR_WRONG', 'PASSKEY_REFUSED', 'TOO_MANY_LOGINS'],
    metadata: { permission: 'signed-in', withoutSecondFactor: true },
  },
  get: {
    method: 'GET',
    path: '/auth/second-factor',
    summary: 'Get one’s own second factor',
    description: 'Without the secret and the recovery codes, which are shown once, when they are created.',
    responses: { 200: successOf(SecondFactorSchema) },
    metadata: { permission: 'signed-in', withoutSecondFactor: true },
  },
  startAuthenticator: {
    method: 'POST',
    path: '/auth/second-factor/authenticator',
    summary: 'Create the secret for an authenticator app',
    description:
      'RFC 6238: SHA-1, 6 digits, 30 seconds. The app is added, or replaced, once a code of it is sent within 15 minutes.',
    body: z.object({}).optional(),
    responses: { 200: successOf(AuthenticatorSetupSchema) },
    metadata: { permission: 'signed-in', fresh: true, withoutSecondFactor: true },
  },
  addAuthenticator: {
    method: 'PUT',
    path: '/auth/second-factor/authenticator',
    summary: 'Add the authenticator app with a code of it',
    description: 'Answers new recovery codes if the person had no second factor before; otherwise none.',
    body: AuthenticatorCodeBody,
    responses: { 200: successOf(RecoveryCodesSchema, 'The authenticator app was added') },
    errors: ['SECOND_FACTOR_WRONG', 'AUTHENTICATOR_SETUP_EXPIRED', 'TOO_MANY_LOGINS'],
    metadata: { permission: 'signed-in', fresh: true, withoutSecondFactor: true },
  },
  removeAuthenticator: {
    method: 'DELETE',
    path: '/auth/second-factor/authenticator',
    summary: 'Remove one’s own authenticator app',
    description: 'The recovery codes end with the last factor, which can’t be removed while the role needs one.',
    responses: { 200: doneOf('The authenticator app was removed') },
    errors: ['SECOND_FACTOR_NOT_FOUND', 'LAST_SECOND_FACTOR'],
    metadata: { permission: 'signed-in', fresh: true },
  },
  startNewPasskey: {
    method: 'POST',
    path: '/auth/second-factor/passkeys/options',
    summary: 'Create what a browser needs to make a passkey',
    description: 'The challenge is accepted once, within 5 minutes, from the same person.',
    body: z.object({}).optional(),
    responses: { 200: successOf(PasskeyCreationSchema) },
    metadata: { permission: 'signed-in', fresh: true, withoutSecondFactor: true },
  },
  addPasskey: {
    method: 'POST',
    path: '/auth/second-factor/passkeys',
    summary: 'Add a passkey',
    description:
      'At most 20 for each person. Answers new recovery codes if the person had no second factor before; otherwise none.',
    body: AddPasskeyBody,
    responses: { 200: successOf(RecoveryCodesSchema, 'The passkey was added') },
    errors: ['PASSKEY_REFUSED'],
    metadata: { permission: 'signed-in', fresh: true, withoutSecondFactor: true },
  },
  renamePasskey: {
    method: 'PUT',
    path: '/auth/second-factor/passkeys/:id',
    summary: 'Rename one of one’s own passkeys',
    description: 'The name is only for its owner.',
    pathParams: IdParams,
    body: RenamePasskeyBody,
    responses: { 200: doneOf('The passkey was renamed') },
    errors: ['SECOND_FACTOR_NOT_FOUND'],
    metadata: { permission: 'signed-in' },
  },
  removePasskey: {
    method: 'DELETE',
    path: '/auth/second-factor/passkeys/:id',
    summary: 'Remove one of one’s own passkeys',
    description: 'The recovery codes end with the last factor, which can’t be removed while the role needs one.',
    pathParams: IdParams,
    responses: { 200: doneOf('The passkey was removed') },
    errors: ['SECOND_FACTOR_NOT_FOUND', 'LAST_SECOND_FACTOR'],
    metadata: { permission: 'signed-in', fresh: true },
  },
  getOfPerson: {
    method: 'GET',
    path: '/staff/:id/second-factor',
    summary: 'Get which second factor a person has',
    description: 'For those who manage the person. One’s own is under `GET /auth/second-factor`.',
    pathParams: IdParams,
    responses: { 200: successOf(PersonSecondFactorSchema) },
    errors: ['OWN_ACCOUNT', 'STAFF_BEYOND_REACH', 'STAFF_NOT_FOUND'],
    metadata: { permission: 'staff.edit' },
  },
  reset: {
    method: 'DELETE',
    path: '/staff/:id/second-factor',
    summary: 'Remove the second factor of a person',
    description:
      'For someone who has lost it. Removes the app, the passkeys and the recovery codes, and tells the person. The ' +
      'password is then enough for the next sign-in.',
    pathParams: IdParams,
    responses: { 200: doneOf('The second factor was removed') },
    errors: ['OWN_ACCOUNT', 'STAFF_BEYOND_REACH', 'STAFF_NOT_FOUND', 'SECOND_FACTOR_NOT_FOUND'],
    metadata: { permission: 'staff.edit', fresh: true },
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/auth/second-factor/recovery-codes',
    summary: 'Create new recovery codes',
    description: 'The earlier ones are no longer accepted.',
    body: z.object({}).optional(),
    responses: { 200: successOf(RecoveryCodesSchema, 'The recovery codes were created') },
    errors: ['SECOND_FACTOR_NOT_FOUND'],
    metadata: { permission: 'signed-in', fresh: true },
  },
});

import { z } from 'zod';
import { doneOf, successOf } from '../common/envelope.js';
import { IdParams } from '../common/id.js';
import { defineRoutes } from '../common/route.js';
import { ChangePasswordBody, LoginBody, SessionSchema, SessionUserSchema } from './auth.schema.js';
import { StartedSessionSchema } from './second-factor.schema.js';

export const authContract = defineRoutes({
  login: {
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in with an email address and a password',
    description:
      'Returns the bearer token of a new session. `INVALID_CREDENTIALS` doesn’t tell which of the two was wrong. ' +
      '`x-browser-id` is a random secret of the browser. It spares an account that has signed in with it before the ' +
      'delays that others cause with wrong passwords from the same network address. Where the account has a second ' +
      'factor, a correct password is answered with `SECOND_FACTOR_REQUIRED`, and `secondStep` has the ticket for ' +
      '`POST /auth/second-factor`.',
    headers: { 'x-browser-id': z.string().min(16).max(128).optional() },
    body: LoginBody,
    responses: { 200: successOf(StartedSessionSchema) },
    errors: [
      'INVALID_CREDENTIALS',
      'SECOND_FACTOR_REQUIRED',
      'ACCOUNT_INACTIVE',
      'TEMPORARY_PASSWORD_EXPIRED',
      'TOO_MANY_LOGINS',
    ],
    metadata: { permission: 'public' },
  },
  me: {
    method: 'GET',
    path: '/auth/me',
    summary: 'Get the signed-in person',
    description: 'The caller with resolved permissions and display preferences.',
    responses: { 200: successOf(z.object({ user: SessionUserSchema })) },
    metadata: { permission: 'signed-in', withTemporaryPassword: true, withoutSecondFactor: true },
  },
  changePassword: {
    method: 'PUT',
    path: '/auth/password',
    summary: 'Change one’s own password',
    description:
      'Ends every other session of the caller. A wrong current password is an error of its field, with status 400. A ' +
      'repeated request is answered like the first.',
    body: ChangePasswordBody,
    responses: { 200: doneOf('Password updated successfully') },
    errors: ['CURRENT_PASSWORD_WRONG', 'PASSWORD_UNCHANGED', 'TOO_MANY_LOGINS'],
    metadata: { permission: 'signed-in', withTemporaryPassword: true, withoutSecondFactor: true },
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the current session',
    description: 'The token of the request is refused from then on.',
    body: z.object({}).optional(),
    responses: { 200: doneOf('Signed out') },
    metadata: { permission: 'signed-in', withTemporaryPassword: true, withoutSecondFactor: true },
  },
  listSessions: {
    method: 'GET',
    path: '/auth/sessions',
    summary: 'List one’s own sessions',
    description: 'Last used first, with the device and the network address of each.',
    responses: { 200: successOf(z.array(SessionSchema)) },
    metadata: { permission: 'signed-in' },
  },
  endSession: {
    method: 'DELETE',
    path: '/auth/sessions/:id',
    summary: 'End one of one’s own sessions',
    description: 'Its token is refused from then on.',
    pathParams: IdParams,
    responses: { 200: doneOf('The session has ended') },
    errors: ['SESSION_NOT_FOUND'],
    metadata: { permission: 'signed-in' },
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/auth/sessions',
    summary: 'End all of one’s own other sessions',
    description: 'Ends every session of the caller except the one that sends the request.',
    responses: { 200: doneOf('All other sessions have ended') },
    metadata: { permission: 'signed-in' },
  },
});

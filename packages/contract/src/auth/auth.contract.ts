import { z } from 'zod';
import { doneOf, successOf } from '../common/envelope.js';
import { IdParams } from '../common/id.js';
import { defineRoutes } from '../common/route.js';
import { ChangePasswordBody, LoginBody, SessionSchema, SessionUserSchema } from './auth.schema.js';

export const authContract = defineRoutes({
  /**
   * `INVALID_CREDENTIALS` whatever was wrong; `ACCOUNT_INACTIVE` and `TEMPORARY_PASSWORD_EXPIRED` only with the right
   * password. `x-browser-id` is a random secret of the browser: wrong passwords that others try from the same network
   * address do not slow down an account that has signed in with it before.
   */
  login: {
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in with email and password',
    headers: { 'x-browser-id': z.string().min(16).max(128).optional() },
    body: LoginBody,
    responses: { 200: successOf(z.object({ token: z.string(), user: SessionUserSchema })) },
    errors: ['INVALID_CREDENTIALS', 'ACCOUNT_INACTIVE', 'TEMPORARY_PASSWORD_EXPIRED', 'TOO_MANY_LOGINS'],
    metadata: { permission: 'public' },
  },
  me: {
    method: 'GET',
    path: '/auth/me',
    summary: 'The signed-in person with resolved permissions',
    responses: { 200: successOf(z.object({ user: SessionUserSchema })) },
    metadata: { permission: 'signed-in', withTemporaryPassword: true },
  },
  /** Ends every other session of the person. A wrong current password is an error of its field, not a 401. */
  changePassword: {
    method: 'PUT',
    path: '/auth/password',
    summary: 'Change one’s own password',
    body: ChangePasswordBody,
    responses: { 200: doneOf('Password updated successfully') },
    errors: ['CURRENT_PASSWORD_WRONG', 'PASSWORD_UNCHANGED', 'TOO_MANY_LOGINS'],
    metadata: { permission: 'signed-in', withTemporaryPassword: true },
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the current session',
    body: z.object({}).optional(),
    responses: { 200: doneOf('Signed out') },
    metadata: { permission: 'signed-in', withTemporaryPassword: true },
  },
  listSessions: {
    method: 'GET',
    path: '/auth/sessions',
    summary: 'The sessions of the signed-in person, last used first',
    responses: { 200: successOf(z.array(SessionSchema)) },
    metadata: { permission: 'signed-in' },
  },
  endSession: {
    method: 'DELETE',
    path: '/auth/sessions/:id',
    summary: 'End one of one’s own sessions',
    pathParams: IdParams,
    responses: { 200: doneOf('The session has ended') },
    errors: ['SESSION_NOT_FOUND'],
    metadata: { permission: 'signed-in' },
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/auth/sessions',
    summary: 'End all of one’s own sessions but this one',
    responses: { 200: doneOf('All other sessions have ended') },
    metadata: { permission: 'signed-in' },
  },
});

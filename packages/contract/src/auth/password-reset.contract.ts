import { z } from 'zod';
import { doneOf, successOf } from '../common/envelope.js';
import { defineRoutes } from '../common/route.js';
import { ForgotPasswordBody, ResetPasswordBody } from './password-reset.schema.js';

export const passwordResetsContract = defineRoutes({
  offer: {
    method: 'GET',
    path: '/auth/password-reset',
    summary: 'Ask whether forgotten passwords can be reset by email',
    description: 'False without a mail host: administrators then issue temporary passwords.',
    responses: { 200: successOf(z.object({ byEmail: z.boolean() })) },
    metadata: { permission: 'public' },
  },
  request: {
    method: 'POST',
    path: '/auth/password-reset',
    summary: 'Ask for a link that resets a forgotten password',
    description:
      'The response is the same whether or not an account has the address. The link is sent to the confirmed address ' +
      'of an active account, works once and for 30 minutes, and replaces earlier ones.',
    body: ForgotPasswordBody,
    responses: {
      200: doneOf('If an account has confirmed this email address, it gets a link within a few minutes'),
    },
    errors: ['CHANNEL_NOT_OFFERED', 'TOO_MANY_MESSAGES'],
    metadata: { permission: 'public' },
  },
  complete: {
    method: 'POST',
    path: '/auth/password-reset/complete',
    summary: 'Set a new password by the link of an email',
    description: 'Ends all sessions of the account.',
    body: ResetPasswordBody,
    responses: { 200: doneOf('Your password was changed. Sign in with the new one.') },
    errors: ['LINK_INVALID'],
    metadata: { permission: 'public' },
  },
});

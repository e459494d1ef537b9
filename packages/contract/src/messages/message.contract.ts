import { z } from 'zod';
import { doneOf, pageWith, successOf } from '../common/envelope.js';
import { IdParams } from '../common/id.js';
import { PageQuery } from '../common/page.js';
import { defineRoutes } from '../common/route.js';
import {
  ConfirmNumberBody,
  FailedMessageSchema,
  failedMessageListFields,
  LinkBody,
  LinkTokenSchema,
  MessageChannelsSchema,
  MessagePreferencesBody,
  SubscribeBody,
  TestMessageBody,
  TestResultSchema,
} from './message.schema.js';

export const messagesContract = defineRoutes({
  channels: {
    method: 'GET',
    path: '/messages/channels',
    summary: 'Get the channels that reach the caller outside the product',
    description: 'What the installation offers, the addresses of the caller and their state, and what is sent to them.',
    responses: { 200: successOf(MessageChannelsSchema) },
    metadata: { permission: 'signed-in' },
  },
  setPreferences: {
    method: 'PUT',
    path: '/messages/preferences',
    summary: 'Set what is sent to the caller outside the product',
    description: 'What is left out stays as it is. Muted types are never sent.',
    body: MessagePreferencesBody,
    responses: { 200: successOf(MessageChannelsSchema, 'Notification preferences saved') },
    metadata: { permission: 'signed-in' },
  },
  requestConfirmation: {
    method: 'POST',
    path: '/messages/email/confirmation',
    summary: 'Send a link that confirms the email address of the caller',
    description:
      'The link works for 24 hours and replaces earlier ones. Nothing else is sent to an unconfirmed address.',
    body: z.object({}).prefault({}),
    responses: { 200: successOf(MessageChannelsSchema, 'Check your inbox for the confirmation link') },
    errors: ['CHANNEL_NOT_OFFERED', 'TOO_MANY_MESSAGES'],
    metadata: { permission: 'signed-in' },
  },
  confirm: {
    method: 'POST',
    path: '/messages/email/confirm',
    summary: 'Confirm an email address',
    description: 'By the token of the link. Repeating it changes nothing.',
    body: LinkBody,
    responses: { 200: doneOf('Your email address is confirmed') },
    errors: ['LINK_INVALID'],
    metadata: { permission: 'public' },
  },
  requestCode: {
    method: 'POST',
    path: '/messages/gateway/confirmation',
    summary: 'Send a code that confirms the phone number of the caller',
    description:
      'Through the gateway of the installation. The code can be entered within 10 minutes and replaces earlier ones. ' +
      'Nothing else is sent to an unconfirmed number, and a number that changes has to be confirmed again.',
    body: z.object({}).prefault({}),
    responses: { 200: successOf(MessageChannelsSchema, 'A code was sent to your phone') },
    errors: ['CHANNEL_NOT_OFFERED', 'PHONE_UNUSABLE', 'TOO_MANY_MESSAGES'],
    metadata: { permission: 'signed-in' },
  },
  confirmNumber: {
    method: 'POST',
    path: '/messages/gateway/confirm',
    summary: 'Confirm the phone number of the caller',
    description: 'By the code that was sent to it. At most ten attempts in an hour.',
    body: ConfirmNumberBody,
    responses: { 200: successOf(MessageChannelsSchema, 'Your phone number is confirmed') },
    errors: ['CHANNEL_NOT_OFFERED', 'CODE_WRONG', 'TOO_MANY_LOGINS'],
    metadata: { permission: 'signed-in' },
  },
  subscribe: {
    method: 'POST',
    path: '/messages/push',
    summary: 'Send push messages to the browser of the caller',
    description:
      'A subscription as the Push API returns it. A browser that is already known gets the new keys. It gets messages ' +
      'as long as the session of the caller lasts; after the next sign-in, clients renew that with `onlyIfKnown`.',
    body: SubscribeBody,
    responses: { 200: successOf(MessageChannelsSchema, 'Push is on in this browser') },
    errors: ['PUSH_SERVICE_REFUSED', 'TOO_MANY_BROWSERS'],
    metadata: { permission: 'signed-in' },
  },
  unsubscribeBrowser: {
    method: 'DELETE',
    path: '/messages/push/:id',
    summary: 'Send no more push messages to a browser of the caller',
    description: 'It can be added again in that browser.',
    pathParams: IdParams,
    responses: { 200: successOf(MessageChannelsSchema, 'Push is off in that browser') },
    errors: ['BROWSER_NOT_FOUND'],
    metadata: { permission: 'signed-in' },
  },
  test: {
    method: 'POST',
    path: '/messages/test',
    summary: 'Send a test message to the caller',
    description: 'Returns what the other side answers. At most ten in an hour.',
    body: TestMessageBody,
    responses: { 200: successOf(TestResultSchema) },
    errors: ['CHANNEL_NOT_OFFERED', 'ADDRESS_NOT_CONFIRMED', 'TOO_MANY_MESSAGES'],
    metadata: { permission: 'signed-in' },
  },
  unsubscribe: {
    method: 'POST',
    path: '/messages/unsubscribe/:token',
    summary: 'Turn digests by email off',
    description:
      'One click, as mail programs do it (RFC 8058): the token of the link is all that is needed, and the body is ' +
      'ignored. Repeating it changes nothing.',
    pathParams: z.object({ token: LinkTokenSchema }),
    body: z.object({}).optional(),
    responses: { 200: doneOf('You no longer get digests by email') },
    errors: ['LINK_INVALID'],
    metadata: { permission: 'public' },
  },
  listFailed: {
    method: 'GET',
    path: '/messages/failed',
    summary: 'List the messages that failed',
    description: 'Given up after all retries, latest first. They are kept for 30 days.',
    query: PageQuery.pick({ page: true, limit: true }),
    responses: { 200: pageWith(FailedMessageSchema, failedMessageListFields) },
    metadata: { permission: 'settings.view', scope: 'all' },
  },
  retry: {
    method: 'POST',
    path: '/messages/failed/:id/retry',
    summary: 'Send a failed message again',
    description: 'With all retries. Fails if it is no longer among the failed ones.',
    pathParams: IdParams,
    body: z.object({}).prefault({}),
    responses: { 200: doneOf('The message will be sent again') },
    errors: ['MESSAGE_NOT_FOUND'],
    metadata: { permission: 'settings.edit', scope: 'all' },
  },
});

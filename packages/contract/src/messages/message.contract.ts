import { z } from 'zod';
import { doneOf, pageWith, successOf } from '../common/envelope.js';
import { IdParams } from '../common/id.js';
import { PageQuery } from '../common/page.js';
import { defineRoutes } from '../common/route.js';
import {
  FailedMessageSchema,
  failedMessageListFields,
  LinkBody,
  LinkTokenSchema,
  MessageChannelsSchema,
  MessagePreferencesSchema,
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
    description: 'Replaces the choice of channels for each type of notification. Muted types are not sent at all.',
    body: MessagePreferencesSchema,
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
  subscribe: {
    method: 'POST',
    path: '/messages/push',
    summary: 'Send push messages to the browser of the caller',
    description: 'A subscription as the Push API returns it. A browser that is already known gets the new keys.',
    body: SubscribeBody,
    responses: { 200: successOf(MessageChannelsSchema, 'Push is on in this browser') },
    errors: ['PUSH_SERVICE_REFUSED', 'TOO_MANY_BROWSERS'],
    metadata: { permission: 'signed-in' },
  },
  unsubscribeBrowser: {
    method: 'DELETE',
    path: '/messages/push/:id',
    summary: 'Send no more push messages to a browser of the caller',
    description: 'Repeating it changes nothing.',
    pathParams: IdParams,
    responses: { 200: successOf(MessageChannelsSchema, 'Push is off in that browser') },
    metadata: { permission: 'signed-in' },
  },
  test: {
    method: 'POST',
    path: '/messages/test',
    summary: 'Send a test message to the caller',
    description: 'Waits for the answer of the other side and returns it. At most ten in an hour.',
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
    body: z.unknown().optional(),
    responses: { 200: doneOf('You no longer get digests by email') },
    errors: ['LINK_INVALID'],
    metadata: { permission: 'public' },
  },
  listFailed: {
    method: 'GET',
    path: '/messages/failed',
    summary: 'List the messages that could not be sent',
    description: 'Given up after all retries, latest first. They are kept for 30 days.',
    query: PageQuery.pick({ page: true, limit: true }),
    responses: { 200: pageWith(FailedMessageSchema, failedMessageListFields) },
    metadata: { permission: 'settings.view', scope: 'all' },
  },
  retry: {
    method: 'POST',
    path: '/messages/failed/:id/retry',
    summary: 'Send a failed message again',
    description: 'With all retries. Repeating it changes nothing.',
    pathParams: IdParams,
    body: z.object({}).prefault({}),
    responses: { 200: doneOf('The message will be sent again') },
    errors: ['MESSAGE_NOT_FOUND'],
    metadata: { permission: 'settings.edit', scope: 'all' },
  },
});

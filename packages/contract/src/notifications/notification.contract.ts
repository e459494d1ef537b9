import { z } from 'zod';
import { doneOf, pageWith, successOf } from '../common/envelope.js';
import { IdParams } from '../common/id.js';
import { defineRoutes, idempotent } from '../common/route.js';
import {
  AllNotificationsQuery,
  BroadcastSchema,
  CreateNotificationBody,
  NotificationBody,
  notificationListFields,
  NotificationListQuery,
  NotificationPreferencesSchema,
  NotificationSchema,
  ReadNotificationsBody,
} from './notification.schema.js';

const sent = 'Notification sent successfully!';

export const notificationsContract = defineRoutes({
  list: {
    method: 'GET',
    path: '/notifications',
    summary: "List one's own notifications, newest first",
    query: NotificationListQuery,
    responses: { 200: pageWith(NotificationSchema, notificationListFields) },
    metadata: { permission: 'notifications.view' },
  },
  /** `unreadCount` is the viewer's own. */
  listAll: {
    method: 'GET',
    path: '/notifications/all',
    summary: "List everyone's notifications, newest first",
    query: AllNotificationsQuery,
    responses: { 200: pageWith(NotificationSchema, notificationListFields) },
    metadata: { permission: 'notifications.view', scope: 'all' },
  },
  preferences: {
    method: 'GET',
    path: '/notifications/preferences',
    summary: "Get the viewer's notification preferences",
    responses: { 200: successOf(NotificationPreferencesSchema) },
    metadata: { permission: 'signed-in' },
  },
  setPreferences: {
    method: 'PUT',
    path: '/notifications/preferences',
    summary: "Set the viewer's notification preferences",
    body: NotificationPreferencesSchema,
    responses: { 200: successOf(NotificationPreferencesSchema, 'Notification preferences saved') },
    metadata: { permission: 'signed-in' },
  },
  /** By the recipient only. Repeating it changes nothing. */
  read: {
    method: 'PATCH',
    path: '/notifications/:id/read',
    summary: 'Mark a notification as read',
    pathParams: IdParams,
    body: z.object({}).prefault({}),
    responses: { 200: successOf(NotificationSchema) },
    errors: ['NOT_RECIPIENT', 'NOTIFICATION_NOT_FOUND'],
    metadata: { permission: 'notifications.view' },
  },
  /** What arrives after the request stays unread. */
  readAll: {
    method: 'PATCH',
    path: '/notifications/read-all',
    summary: "Mark all or some of one's own notifications as read",
    body: ReadNotificationsBody,
    responses: { 200: successOf(z.object({ marked: z.number().int(), unreadCount: z.number().int() })) },
    metadata: { permission: 'notifications.view' },
  },
  remove: {
    method: 'DELETE',
    path: '/notifications/:id',
    summary: "Delete anyone's notification",
    pathParams: IdParams,
    responses: { 200: doneOf('Notification deleted') },
    errors: ['NOTIFICATION_NOT_FOUND'],
    metadata: { permission: 'notifications.remove' },
  },
  /** `STAFF_NOT_FOUND` for people beyond the sender's reach. */
  create: {
    method: 'POST',
    path: '/notifications/create',
    summary: 'Send a notification to one person',
    headers: idempotent,
    body: CreateNotificationBody,
    responses: { 201: successOf(NotificationSchema, sent) },
    errors: ['STAFF_NOT_FOUND', 'RECIPIENT_INACTIVE'],
    metadata: { permission: 'notifications.create' },
  },
  /** `LABORATORY_NOT_FOUND` for a laboratory beyond the sender's reach. */
  broadcast: {
    method: 'POST',
    path: '/notifications/laboratory/:id/broadcast',
    summary: 'Send a notification to everyone in a laboratory',
    pathParams: IdParams,
    headers: idempotent,
    body: NotificationBody,
    responses: { 201: successOf(BroadcastSchema, sent) },
    errors: ['LABORATORY_NOT_FOUND', 'LABORATORY_ARCHIVED'],
    metadata: { permission: 'notifications.broadcast' },
  },
  broadcastAll: {
    method: 'POST',
    path: '/notifications/broadcast-all',
    summary: 'Send a notification to everyone',
    headers: idempotent,
    body: NotificationBody,
    responses: { 201: successOf(BroadcastSchema, sent) },
    metadata: { permission: 'notifications.broadcast', scope: 'all' },
  },
});

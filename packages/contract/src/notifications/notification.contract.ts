import { z } from 'zod';
import { conflict, doneOf, notFound, pageWith, successOf } from '../common/envelope.js';
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
  /** By the recipient only: 403 `NOT_RECIPIENT`. Repeating it changes nothing. */
  read: {
    method: 'PATCH',
    path: '/notifications/:id/read',
    summary: 'Mark a notification as read',
    pathParams: IdParams,
    body: z.object({}).prefault({}),
    responses: { 200: successOf(NotificationSchema), ...notFound },
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
    responses: { 200: doneOf('Notification deleted'), ...notFound },
    metadata: { permission: 'notifications.remove' },
  },
  /** 404 `STAFF_NOT_FOUND` for people beyond the sender's reach; 409 `RECIPIENT_INACTIVE`. */
  create: {
    method: 'POST',
    path: '/notifications/create',
    summary: 'Send a notification to one person',
    headers: idempotent,
    body: CreateNotificationBody,
    responses: { 201: successOf(NotificationSchema, sent), ...notFound, ...conflict },
    metadata: { permission: 'notifications.create' },
  },
  /** 404 for a laboratory beyond the sender's reach, 409 `LABORATORY_ARCHIVED`. */
  broadcast: {
    method: 'POST',
    path: '/notifications/laboratory/:id/broadcast',
    summary: 'Send a notification to everyone in a laboratory',
    pathParams: IdParams,
    headers: idempotent,
    body: NotificationBody,
    responses: { 201: successOf(BroadcastSchema, sent), ...notFound, ...conflict },
    metadata: { permission: 'notifications.broadcast' },
  },
  broadcastAll: {
    method: 'POST',
    path: '/notifications/broadcast-all',
    summary: 'Send a notification to everyone',
    headers: idempotent,
    body: NotificationBody,
    responses: { 201: successOf(BroadcastSchema, sent), ...conflict },
    metadata: { permission: 'notifications.broadcast', scope: 'all' },
  },
});

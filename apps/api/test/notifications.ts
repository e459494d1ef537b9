import type { Notification } from '@shifa/contract';
import type { Person, TestApp } from './test-app';

/** What a person is notified of, newest first, as `type: title: message`. */
export async function noticesOf(app: TestApp, person: Person): Promise<string[]> {
  const notifications = await notificationsOf(app, person);
  return notifications.map(({ type, title, message }) => `${type}: ${title}: ${message}`);
}

export async function notificationsOf(app: TestApp, person: Person): Promise<Notification[]> {
  const response = await app.as(person).get('/api/notifications?limit=100').expect(200);
  return (response.body as { data: Notification[] }).data;
}

import { Clerk } from '../support/finance.js';
import { accounts, expect, openAs, PASSWORD, test } from '../support/journey.js';

// Section 3 of the specification: entities and their fields.

type Row = Record<string, unknown>;

test('login: email and password; the response has data.token and data.user', async ({ request }) => {
  const response = await request.post('/api/auth/login', { data: { email: accounts.labAdmin, password: PASSWORD } });
  const { data } = (await response.json()) as { data: { token: string; user: Row } };
  expect(typeof data.token).toBe('string');
  expect(data.user).toMatchObject({ email: accounts.labAdmin, role: 'lab_admin' });
  for (const field of ['id', '_id', 'name', 'phone', 'department', 'createdAt', 'lastLogin']) {
    expect(data.user).toHaveProperty(field);
  }
  expect(data.user['laboratoryId']).toMatchObject({
    name: expect.any(String),
    contact: { phone: expect.any(String) },
    location: { address: expect.any(String), city: expect.any(String) },
  });
});

test('laboratory: _id, name, code, location.city, contact.phone', async ({ request }) => {
  const { data } = await (await Clerk.signIn(request, 'superAdmin')).get<{ data: Row[] }>('/laboratories');
  const text = expect.any(String);
  expect(data[0]).toMatchObject({
    _id: text,
    name: text,
    code: text,
    location: { city: text },
    contact: { phone: text },
  });
});

test('notification: its fields', async ({ request }) => {
  const { data } = await (await Clerk.signIn(request, 'superAdmin')).get<{ data: Row[] }>('/notifications/all');
  const fields = ['_id', 'title', 'message', 'type', 'priority', 'isRead', 'readAt', 'createdAt', 'isSystemGenerated'];
  for (const field of [...fields, 'laboratoryId']) expect(data[0]).toHaveProperty(field);
  expect(data[0]?.['recipientId']).toMatchObject({
    _id: expect.any(String),
    name: expect.any(String),
  });
});

test('enumerations of complaints: category and priority', async ({ page }) => {
  await openAs(page, 'staff', '/help-support');
  for (const [label, options] of [
    ['Category', ['Technical', 'Billing', 'Feature', 'Account', 'Data', 'Other']],
    ['Priority', ['Low', 'Medium', 'High', 'Urgent']],
  ] as const) {
    await page.getByRole('combobox', { name: label }).click();
    await expect(page.getByRole('option').filter({ hasNotText: 'Choose' })).toHaveText([...options]);
    await page.keyboard.press('Escape');
  }
});

test('enumeration of notifications that can be created: announcement, system, reminder, warning', async ({ page }) => {
  await openAs(page, 'superAdmin', '/notifications');
  await page.getByRole('button', { name: 'Create Notification' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Notification' });
  await dialog.getByRole('combobox', { name: /^Type/ }).click();
  await expect(page.getByRole('option').filter({ hasNotText: 'Choose' })).toHaveText([
    ...['Announcement', 'System', 'Reminder', 'Warning'],
  ]);
});

import { Clerk } from '../support/finance.js';
import { expect, openAs, test } from '../support/journey.js';

// Section 7 of the specification: the calls.

const ID = '65f0000000000000000000aa';
const calls = `
  GET /dashboard, GET /dashboard/quick-stats
  POST /auth/login, GET /auth/me, PUT /auth/password, POST /auth/logout
  GET /laboratories, GET /laboratories/list, GET /laboratories/{id}, PUT /laboratories/{id}, DELETE /laboratories/{id}
  POST /laboratories, GET /laboratories/{id}/stats
  GET /staff, GET /staff/list, GET /staff/{id}, PUT /staff/{id}, DELETE /staff/{id}, POST /staff
  PUT /staff/{id}/permissions, GET /staff/stats
  GET /transactions, GET /transactions/{id}, PUT /transactions/{id}, DELETE /transactions/{id}, POST /transactions
  PUT /transactions/{id}/approve, GET /transactions/stats, GET /transactions/reports
  GET /inventory, GET /inventory/{id}, PUT /inventory/{id}, DELETE /inventory/{id}, POST /inventory
  PUT /inventory/{id}/stock, GET /inventory/low-stock, GET /inventory/expiring, GET /inventory/stats
  POST /inventory/bulk-update
  GET /attendance, GET /attendance/qr-code, GET /attendance/{id}, PUT /attendance/{id}, DELETE /attendance/{id}
  POST /attendance, POST /attendance/clock-in, POST /attendance/clock-out, GET /attendance/me
  PUT /attendance/{id}/approve, GET /attendance/report, GET /attendance/stats
  GET /permissions/structure, GET /permissions/roles/staff, GET /permissions/users/{id}, PUT /permissions/users/{id}
  POST /permissions/bulk-update, GET /permissions/laboratories/{id}/users, GET /permissions/users/{id}/check
  POST /permissions/users/{id}/reset
  GET /notifications, PATCH /notifications/{id}/read, PATCH /notifications/read-all, DELETE /notifications/{id}
  POST /notifications/create, GET /notifications/all, POST /notifications/laboratory/{id}/broadcast
  POST /notifications/broadcast-all
  GET /reports/analytics/financial, GET /reports/analytics/attendance, GET /reports/analytics/inventory
  GET /reports/analytics/staff, POST /reports/generate-excel, GET /reports/history`
  .split(/[,\n]/)
  .map((call) => call.trim())
  .filter(Boolean);

test('every call exists, and requires a bearer token', async ({ request }) => {
  expect(calls).toHaveLength(73);
  for (const call of calls) {
    const [method = '', path = ''] = call.split(' ');
    const response = await request.fetch(`/api${path.replace('{id}', ID)}`, { method });
    // Signing in is the only call without a token; this one lacks its body.
    expect({ call, status: response.status() }).toEqual({ call, status: path === '/auth/login' ? 400 : 401 });
  }
  expect((await request.get('/api/nothing-of-the-kind')).status()).toBe(404);
});

test('GET /auth/me has data.user; notifications have a data list and unreadCount', async ({ request }) => {
  const person = await Clerk.signIn(request, 'staff');
  const me = await person.get<{ data: { user: { role: string } } }>('/auth/me');
  expect(me.data.user.role).toBe('staff');
  const list = await person.get<{ data: unknown[]; unreadCount: number }>('/notifications?isRead=false&type=system');
  expect(Array.isArray(list.data)).toBe(true);
  expect(list.unreadCount).toBeGreaterThanOrEqual(0);
});

test('requests carry the token of the local storage, and answers are JSON', async ({ page }) => {
  const answered = page.waitForResponse('**/api/auth/me');
  await openAs(page, 'staff');
  const response = await answered;
  const token = await page.evaluate(() => localStorage.getItem('token'));
  expect(await response.request().headerValue('authorization')).toBe(`Bearer ${token ?? ''}`);
  expect(await response.headerValue('content-type')).toContain('application/json');
});

test('the page of notifications sends isRead and type, on load and whenever either changes', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname !== '/api/notifications' || searchParams.get('limit') === '1') return;
    asked.push(`${String(searchParams.get('isRead'))} ${String(searchParams.get('type'))}`);
  });
  await openAs(page, 'staff', '/notifications');
  await expect.poll(() => asked).toContain('null null');
  await page.getByRole('combobox', { name: 'Read state' }).selectOption('Unread Only');
  await expect.poll(() => asked).toContain('false null');
  await page.getByRole('button', { name: 'Overtime' }).click();
  await expect.poll(() => asked).toContain('false overtime');
});

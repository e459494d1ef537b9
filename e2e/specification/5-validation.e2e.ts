import type { Page } from '@playwright/test';
import { expect, openAs, test } from '../support/journey.js';

// Section 5 of the specification: validation rules, word for word.

test.use({ serviceWorkers: 'block' });

test.describe('login', () => {
  const answers = [
    ['a response without a token', { success: true, data: { user: {} } }, 200, 'No token received from server'],
    ['a response without a user', { success: true, data: { token: 'x' } }, 200, 'No user data received from server'],
    ['the server’s message', { success: false, message: 'Closed for the night' }, 401, 'Closed for the night'],
    ['no message', {}, 400, 'Login failed'],
  ] as const;
  for (const [what, json, status, text] of answers) {
    test(`${what}: «${text}»`, async ({ page }) => {
      await page.route('**/api/auth/login', (route) => route.fulfill({ status, json }));
      await page.goto('/login');
      await page.getByLabel('Email').fill('someone@shifa.example');
      await page.getByLabel('Password', { exact: true }).fill('Anything1');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('alert')).toHaveText(text);
    });
  }
});

test.describe('change password', () => {
  async function openDialog(page: Page) {
    await openAs(page, 'staff', '/profile');
    await page.getByRole('button', { name: 'Change Password' }).click();
    return page.getByRole('dialog', { name: 'Change Password' });
  }

  test('the messages of its fields', async ({ page }) => {
    const dialog = await openDialog(page);
    const update = () => dialog.getByRole('button', { name: 'Update Password' }).click();
    await update();
    for (const text of ['Current password is required', 'New password is required', 'Please confirm your password']) {
      await expect(dialog.getByText(text)).toBeVisible();
    }
    await dialog.getByLabel('Current Password').fill('Shifa@2026');
    for (const [password, text] of [
      ['Short1', 'Password must be at least 8 characters'],
      ['alllowercase1', 'Must contain uppercase, lowercase, and number'],
      ['ALLUPPERCASE1', 'Must contain uppercase, lowercase, and number'],
      ['NoDigitsHere', 'Must contain uppercase, lowercase, and number'],
    ] as const) {
      await dialog.getByLabel('New Password', { exact: true }).fill(password);
      await update();
      await expect(dialog.getByText(text)).toBeVisible();
    }
    await dialog.getByLabel('New Password', { exact: true }).fill('Longer2026');
    await dialog.getByLabel('Confirm New Password').fill('Longer2027');
    await update();
    await expect(dialog.getByText('Passwords do not match')).toBeVisible();
  });

  test('the strength is scored from 0 to 5', async ({ page }) => {
    const dialog = await openDialog(page);
    for (const [password, score, label] of [
      ['a', '0', 'Weak'],
      ['abcdefgh', '1', 'Weak'],
      ['Abcdefgh', '2', 'Fair'],
      ['Abcdefg1', '3', 'Good'],
      ['Abcdefghijk1', '4', 'Strong'],
      ['Abcdefghijk1!', '5', 'Very Strong'],
    ] as const) {
      await dialog.getByLabel('New Password', { exact: true }).fill(password);
      await expect(dialog.getByRole('meter')).toHaveAttribute('aria-valuenow', score);
      await expect(dialog.getByText(label, { exact: true })).toBeVisible();
    }
  });
});

test('complaint: the messages of its fields', async ({ page }) => {
  await openAs(page, 'staff', '/help-support');
  const submit = () => page.getByRole('button', { name: 'Submit Complaint' }).click();
  await page.getByLabel('Contact Email').fill('');
  await submit();
  for (const text of [
    'Subject is required',
    'Category is required',
    'Priority is required',
    'Description is required',
    'Email is required',
  ]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  for (const [label, value, text] of [
    ['Subject', 'Abcd', 'Subject must be at least 5 characters'],
    ['Description', 'Nineteen characters', 'Description must be at least 20 characters'],
    ['Contact Email', 'somebody@', 'Invalid email address'],
  ] as const) {
    await page.getByLabel(label).fill(value);
    await submit();
    await expect(page.getByText(text)).toBeVisible();
  }
});

test('notification: the messages of its fields, and a disabled button until a recipient is chosen', async ({
  page,
}) => {
  await openAs(page, 'superAdmin', '/notifications');
  await page.getByRole('button', { name: 'Create Notification' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Notification' });
  const send = dialog.getByRole('button', { name: 'Send notification' });
  for (const [mode, text] of [
    ['Individual', 'Please select a user'],
    ['Laboratory', 'Please select a laboratory'],
  ] as const) {
    await dialog.getByRole('radio', { name: mode, exact: true }).check({ force: true });
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await expect(send).toHaveAccessibleDescription(new RegExp(text));
  }
  await dialog.getByRole('radio', { name: 'All Users' }).check({ force: true });
  await send.click();
  for (const text of ['Type is required', 'Priority is required', 'Title is required', 'Message is required']) {
    await expect(dialog.getByText(text)).toBeVisible();
  }
  await dialog.getByLabel('Title').fill('x'.repeat(201));
  await dialog.getByLabel('Message').fill('x'.repeat(1001));
  await send.click();
  await expect(dialog.getByText('Title too long')).toBeVisible();
  await expect(dialog.getByText('Message too long')).toBeVisible();
});

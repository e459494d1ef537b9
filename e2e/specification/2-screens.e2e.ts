import { openAs, accounts, expect, test } from '../support/journey.js';

// Section 2 of the specification: screens and routes. Each test names its paragraph.

// Answers are replaced below, which a service worker would bypass.
test.use({ serviceWorkers: 'block' });

test.describe('route table', () => {
  test('the index leads to the dashboard, and /labs to the laboratories', async ({ page }) => {
    await openAs(page, 'superAdmin', '/');
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/labs');
    await expect(page.getByRole('heading', { level: 1, name: 'Laboratory Management' })).toBeVisible();
  });

  test('/login sends whoever is signed in to the dashboard', async ({ page }) => {
    await openAs(page, 'staff', '/login');
    await expect(page).toHaveURL('/dashboard');
  });

  test('an unknown path shows the page «Page Not Found»', async ({ page }) => {
    await openAs(page, 'superAdmin', '/nowhere/at-all');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await expect(page.getByText("The page you're looking for doesn't exist or has been moved.")).toBeVisible();
    await expect(page.getByText('/nowhere/at-all')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Quick links' }).getByRole('link')).toHaveText([
      ...['Dashboard', 'Laboratories', 'Staff', 'Finances', 'Inventory', 'Attendance'],
    ]);
    await page.goto('/100%');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await expect(page.getByText('/100%')).toBeVisible();
  });

  test('«Go Back» goes back if the history is longer than 2, otherwise to the dashboard', async ({ page, context }) => {
    await openAs(page, 'staff', '/profile');
    await page.goto('/attendance');
    await page.goto('/nowhere');
    await page.getByRole('button', { name: 'Go Back' }).click();
    await expect(page).toHaveURL('/attendance');
    const fresh = await context.newPage();
    await fresh.goto('/nowhere');
    await fresh.getByRole('button', { name: 'Go Back' }).click();
    await expect(fresh).toHaveURL('/dashboard');
  });

  test('while the check runs, the text is «Checking authentication...»', async ({ page }) => {
    await page.goto('/favicon.svg');
    await page.evaluate(() => localStorage.setItem('token', 'a token without a stored user'));
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/auth/me', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/dashboard');
    await expect(page.getByText('Checking authentication...')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Laboratory Logo' })).toBeVisible();
    release();
    await expect(page).toHaveURL('/login');
  });

  test('without a user, /login remembers where they came from', async ({ page }) => {
    await page.goto('/profile');
    await expect(page).toHaveURL('/login');
    await page.getByLabel('Email').fill(accounts.staff);
    await page.getByLabel('Password', { exact: true }).fill('Shifa@2026');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/profile');
  });
});

test.describe('layout', () => {
  test('the sidebar is 240 px wide, with logo, items and Logout', async ({ page }) => {
    await openAs(page, 'staff');
    const sidebar = page.getByRole('complementary').first();
    await expect(sidebar.getByRole('button', { name: 'Logout' })).toBeVisible();
    expect((await sidebar.boundingBox())?.width).toBe(240);
    await expect(page.getByText(/^Welcome back, /).first()).toBeVisible();
  });

  test('the user menu has its entries and «Shifa MS v1.0.0»', async ({ page }) => {
    await openAs(page, 'staff');
    await page.getByRole('button', { name: /^Account of / }).click();
    const menu = page.getByRole('menu');
    for (const name of ['Profile', 'Settings', 'Notifications', 'Help & Support', 'Logout']) {
      await expect(menu.getByRole('menuitem', { name, exact: true })).toBeVisible();
    }
    await expect(menu.getByText('Shifa MS v1.0.0')).toBeVisible();
    await expect(menu.getByText(accounts.staff)).toBeVisible();
  });

  const titles = {
    Laboratories: 'Laboratory Management',
    Staff: 'Staff Management',
    Finances: 'Financial Overview',
    Inventory: 'Inventory Management',
    Attendance: 'Attendance Tracking',
    Reports: 'Reports & Analytics',
    Settings: 'Settings',
  };
  test('the page titles', async ({ page }) => {
    await openAs(page, 'superAdmin', '/profile');
    await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible();
    for (const [name, title] of Object.entries(titles)) {
      await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    }
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test('the bottom bar is Home, Labs, Staff, Finances, Inventory, Attendance', async ({ page }) => {
      await openAs(page, 'superAdmin');
      const bar = page.getByRole('navigation', { name: 'Main sections' });
      await expect(bar.getByRole('link')).toHaveText(['Home', 'Labs', 'Staff', 'Finances', 'Inventory', 'Attendance']);
    });

    test('logout asks «Are you sure you want to logout?»', async ({ page }) => {
      await openAs(page, 'staff');
      await page.getByRole('button', { name: /^Account of / }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await expect(page.getByText('Are you sure you want to logout?')).toBeVisible();
    });
  });
});

test.describe('profile', () => {
  test('the cards and their facts', async ({ page }) => {
    await openAs(page, 'labAdmin', '/profile');
    const you = page.getByRole('region', { name: 'You' });
    await expect(you.getByText('LAB ADMIN')).toBeVisible();
    await expect(you.getByText('Active')).toBeVisible();
    await expect(you.getByText('Member Since')).toBeVisible();
    await expect(you.getByText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/)).toBeVisible();
    await expect(you.getByRole('button', { name: 'Change Password' })).toBeVisible();
    for (const title of ['Personal Information', 'Laboratory Information', 'Account Activity']) {
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
    }
    for (const fact of ['Full Name', 'Email', 'Phone', 'Department', 'Account Created', 'Last Login']) {
      await expect(page.getByText(fact, { exact: true }).first()).toBeVisible();
    }
  });

  test('what is missing reads «Not provided» or «Not assigned», without a laboratory its card is absent', async ({
    page,
  }) => {
    await page.route('**/api/auth/me', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { user: object } };
      const user = { ...body.data.user, phone: '', department: '', laboratoryId: null };
      await route.fulfill({ response, json: { ...body, data: { ...body.data, user } } });
    });
    await openAs(page, 'staff', '/profile');
    await expect(page.getByText('Not provided')).toBeVisible();
    await expect(page.getByText('Not assigned')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Laboratory Information' })).toHaveCount(0);
  });

  test('the password dialog: fields, toggles, checklist; the backdrop and Cancel close and reset it', async ({
    page,
  }) => {
    await openAs(page, 'staff', '/profile');
    const open = () => page.getByRole('button', { name: 'Change Password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change Password' });
    const leave = [() => page.mouse.click(5, 5), () => dialog.getByRole('button', { name: 'Cancel' }).click()];
    for (const close of leave) {
      await open();
      await expect(dialog.getByRole('button', { name: 'Show password' })).toHaveCount(3);
      await expect(dialog.getByRole('list', { name: 'Password rules' }).getByRole('listitem')).toHaveCount(4);
      await expect(dialog.getByRole('button', { name: 'Update Password' })).toBeVisible();
      await expect(dialog.getByLabel('Current Password')).toHaveValue('');
      await dialog.getByLabel('Current Password').fill('something');
      await close();
      await expect(dialog).toBeHidden();
    }
  });
});

test.describe('help & support', () => {
  test('contact cards, complaint form, hours, location and four questions', async ({ page }) => {
    await openAs(page, 'superAdmin', '/help-support');
    for (const card of ['Email', 'Phone', 'Live Chat']) {
      await expect(page.getByRole('region', { name: card, exact: true })).toBeVisible();
    }
    for (const title of ['Report a Complaint', 'Office Hours', 'Our Location', 'Frequently Asked Questions']) {
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
    }
    const questions = page.getByRole('region', { name: 'Frequently Asked Questions' });
    await expect(questions.getByRole('heading', { level: 3 })).toHaveCount(4);
    await expect(questions.getByText(/24-72 hours/)).toBeVisible();
    await expect(page.getByLabel('Contact Email')).toHaveValue(accounts.superAdmin);
  });
});

test.describe('notifications page', () => {
  const chips = ['All', 'Late arrival', 'Absent', 'Overtime', 'Announcement', 'Leave request', 'System'];

  test('heading, search, read-state select and seven type chips', async ({ page }) => {
    await openAs(page, 'superAdmin', '/notifications');
    await expect(page.getByText(/^\d+ unread notifications?$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create Notification' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Read state' }).getByRole('option')).toHaveText([
      ...['All Notifications', 'Unread Only', 'Read Only'],
    ]);
    const group = page.getByRole('group', { name: 'Type' });
    await expect(group.getByRole('button')).toHaveText(chips);
    await page.getByRole('searchbox').fill('no such words anywhere');
    await expect(page.getByText('No notifications found')).toBeVisible();
  });

  test('the lists of the create dialog scroll within 16rem', async ({ page }) => {
    await openAs(page, 'superAdmin', '/notifications');
    await page.getByRole('button', { name: 'Create Notification' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Notification' });
    for (const [mode, label] of [
      ['Individual', 'User'],
      ['Laboratory', 'Laboratory'],
    ] as const) {
      await dialog.getByRole('radio', { name: mode, exact: true }).check({ force: true });
      await dialog.getByRole('combobox', { name: label }).click();
      await expect(page.getByRole('listbox')).toHaveCSS('max-height', '256px');
      await page.keyboard.press('Escape');
    }
  });

  test('«Loading notifications...» while they load', async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/api\/notifications\?/, async (route) => {
      await held;
      await route.continue();
    });
    await openAs(page, 'staff', '/notifications');
    await expect(page.getByText('Loading notifications...')).toBeVisible();
    release();
    await expect(page.getByText('Loading notifications...')).toBeHidden();
  });
});

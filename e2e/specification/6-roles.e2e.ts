import { type Account, expect, openAs, test } from '../support/journey.js';

// Section 6 of the specification: roles and permissions.

const everyone = ['Dashboard', 'Attendance', 'Settings'];
const sections: Record<Account & ('superAdmin' | 'labAdmin' | 'manager' | 'staff'), readonly string[]> = {
  superAdmin: [...everyone, 'Laboratories', 'Staff', 'Finances', 'Inventory', 'Reports'],
  labAdmin: [...everyone, 'Staff', 'Finances', 'Inventory'],
  manager: [...everyone, 'Inventory'],
  staff: everyone,
};
const all = ['Dashboard', 'Laboratories', 'Staff', 'Finances', 'Inventory', 'Attendance', 'Reports', 'Settings'];

/** The send modes of each role, and whether it may create and delete. */
const notifications = {
  superAdmin: { modes: ['Individual', 'Laboratory', 'All Users'], deletes: true, panel: true },
  labAdmin: { modes: ['Individual', 'My Laboratory'], deletes: false, panel: false },
  manager: { modes: undefined, deletes: false, panel: false },
  staff: { modes: undefined, deletes: false, panel: false },
} as const;

for (const who of ['superAdmin', 'labAdmin', 'manager', 'staff'] as const) {
  test(`${who}: navigation, bell and notifications`, async ({ page }) => {
    await openAs(page, who, '/notifications');
    const navigation = page.getByRole('navigation', { name: 'Sections' });
    await expect(navigation.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    for (const name of all) {
      const expected = sections[who].includes(name) ? 1 : 0;
      await expect(navigation.getByRole('link', { name, exact: true }), name).toHaveCount(expected);
    }

    const { modes, deletes, panel } = notifications[who];
    await expect(page.getByText(/^\d+ unread notifications?$/)).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    expect((await page.getByRole('button', { name: /^Delete / }).count()) > 0).toBe(deletes);
    const create = page.getByRole('button', { name: 'Create Notification' });
    await expect(create).toHaveCount(modes ? 1 : 0);
    if (modes) {
      await create.click();
      const dialog = page.getByRole('dialog', { name: 'Create Notification' });
      await expect(dialog.getByRole('radio')).toHaveCount(modes.length);
      for (const mode of modes) await expect(dialog.getByRole('radio', { name: mode, exact: true })).toBeAttached();
      await page.keyboard.press('Escape');
    }
    await expect(page.getByRole('button', { name: /^Notifications(,|$)/ })).toHaveCount(panel ? 1 : 0);
    await expect(page.getByRole('banner').getByRole('link', { name: /^Notifications(,|$)/ })).toHaveCount(
      panel ? 0 : 1,
    );
  });
}

test('who is not the recipient sees a disabled «Not Allowed»', async ({ page }) => {
  await openAs(page, 'superAdmin', '/notifications?of=everyone');
  const locked = page.getByRole('button', { name: 'Not Allowed' }).first();
  await expect(locked).toHaveAttribute('aria-disabled', 'true');
});

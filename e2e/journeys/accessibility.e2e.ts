import type { Page } from '@playwright/test';
import { violationsOn } from '../support/accessibility.js';
import { expect, openAs, test } from '../support/journey.js';

async function expectNoViolations(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('signing in has no accessibility violation, with its errors neither', async ({ page }) => {
      await page.goto('/login');
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
      await expectNoViolations(page);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('Email is required')).toBeVisible();
      await expectNoViolations(page);
    });

    test('the laboratories have none: the list, the form with its errors, and one of them', async ({ page }) => {
      await openAs(page, 'superAdmin', '/laboratories');
      await expect(page.getByRole('row', { name: /KOL/ })).toBeVisible();
      await expectNoViolations(page);
      await page.getByRole('button', { name: 'New laboratory' }).click();
      const form = page.getByRole('dialog', { name: 'New laboratory' });
      await form.getByRole('button', { name: 'Create laboratory' }).click();
      await expect(form.getByText('Name is required')).toBeVisible();
      await expectNoViolations(page);
      const id = await page.evaluate(async () => {
        const headers = { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` };
        const answer = await fetch('/api/laboratories/list', { headers });
        return ((await answer.json()) as { data: { _id: string }[] }).data[0]?._id;
      });
      await page.goto(`/laboratories/${id ?? ''}`);
      await expect(page.getByRole('tab').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectNoViolations(page);
    });

    test('people have none: the list and the form with its errors', async ({ page }) => {
      await openAs(page, 'labAdmin', '/staff');
      await expect(page.getByRole('row', { name: /Meera Nair/ })).toBeVisible();
      await expectNoViolations(page);
      await page.getByRole('button', { name: 'New person' }).click();
      const form = page.getByRole('dialog', { name: 'New person' });
      await form.getByRole('button', { name: 'Create person' }).click();
      await expect(form.getByText('Name is required')).toBeVisible();
      await expectNoViolations(page);
    });

    test('the finances have none: overview, list, entry, form with its errors, queue and report', async ({ page }) => {
      await openAs(page, 'labAdmin', '/finances');
      await expect(page.getByRole('link', { name: /^Income/ })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectNoViolations(page);
      await page.goto('/finances/transactions');
      await page.getByRole('row', { name: /KOL-/ }).first().click();
      await expect(page.getByRole('dialog', { name: /KOL-/ })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectNoViolations(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'New entry' }).click();
      const form = page.getByRole('dialog', { name: 'New entry' });
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(form.getByText('Description is required')).toBeVisible();
      await expectNoViolations(page);
      await page.goto('/finances/approvals');
      await expect(page.getByRole('list', { name: 'Pending entries' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectNoViolations(page);
      await page.goto('/approvals');
      await expect(page.getByRole('list', { name: 'Pending items' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectNoViolations(page);
      await page.goto('/finances/report');
      await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible();
      await expectNoViolations(page);
    });

    test('what one person may do has none', async ({ page }) => {
      await openAs(page, 'labAdmin', '/staff');
      await page.getByRole('row', { name: /Meera Nair/ }).click();
      await page.getByRole('tab', { name: 'Permissions' }).click();
      await expect(page.getByRole('radiogroup', { name: 'Staff: View' })).toBeVisible();
      await expectNoViolations(page);
    });
  });
}

import { contract, type DisplayPreferences, type Role } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { applyFormats, formatMoney } from '../../lib/format';
import { session } from '../../data/session';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { NavigationItems } from '../layout/navigation-items';
import { navigationFor } from '../navigation';
import { PreferencesPage } from './settings-pages';

const defaults: DisplayPreferences = {
  theme: null,
  density: 'comfortable',
  dateStyle: 'month-first',
  indianDigits: false,
  startPage: '/dashboard',
};

function setUp(role: Role = 'staff') {
  const api = fakeApi();
  api.on(contract.preferences.setDisplay, ({ body }) =>
    answer({ ...defaults, ...(body as Partial<DisplayPreferences>) }),
  );
  const user = sessionUser({ role });
  const { unmount } = renderApp(
    <NavigationItems value={navigationFor(user.permissions)}>
      <PreferencesPage />
    </NavigationItems>,
    { user, at: '/settings' },
  );
  const requests = () => api.requests(contract.preferences.setDisplay);
  return { api, unmount, requests, sent: () => requests().map(({ body }) => body) };
}

const shown = () => {
  const current = session.current();
  return current.status === 'signed-in' ? current.user.display : undefined;
};

afterEach(() => applyFormats(defaults));

describe('the display', () => {
  it('is that of the product until the person changes it', () => {
    setUp();
    expect(screen.getByRole('radio', { name: 'Comfortable' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Nov 21, 2026' })).toBeChecked();
    expect(screen.getByRole('switch', { name: /^Indian digit grouping/ })).not.toBeChecked();
    expect(screen.getByText('₹1,250,000.00, not ₹12,50,000.00')).toBeVisible();
    expect(screen.getByLabelText('Start page')).toHaveValue('/dashboard');
  });

  it('changes at once, and each choice is stored', async () => {
    const { sent } = setUp();
    await userEvent.click(screen.getByRole('switch', { name: /^Indian digit grouping/ }));
    expect(formatMoney(125_000_000)).toBe('₹12,50,000.00');
    await userEvent.click(screen.getByRole('radio', { name: 'Compact' }));
    await userEvent.click(screen.getByRole('radio', { name: '21 Nov 2026' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
    await userEvent.selectOptions(screen.getByLabelText('Start page'), 'Attendance');
    const last = {
      theme: 'dark',
      density: 'compact',
      dateStyle: 'day-first',
      indianDigits: true,
      startPage: '/attendance',
    };
    // Only the choice itself: another tab may have changed the others.
    await waitFor(() => {
      expect(sent()).toEqual([
        { indianDigits: true },
        { density: 'compact' },
        { dateStyle: 'day-first' },
        { theme: 'dark' },
        { startPage: '/attendance' },
      ]);
    });
    expect(shown()).toEqual(last);
    expect(document.documentElement).toHaveAttribute('data-color-scheme', 'dark');
  });

  it('is stored even if the page is left at once', async () => {
    const { requests } = setUp();
    await userEvent.click(screen.getByRole('radio', { name: 'Compact' }));
    await waitFor(() => expect(requests().map(({ keepalive }) => keepalive)).toEqual([true]));
  });

  it('is taken back with a message when it cannot be stored', async () => {
    const { api } = setUp();
    api.on(contract.preferences.setDisplay, () => failure('UNAVAILABLE'));
    await userEvent.click(screen.getByRole('radio', { name: 'Compact' }));
    expect(await screen.findByText('The service is busy. Try again in a moment.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Comfortable' })).toBeChecked());
    expect(shown()).toEqual(defaults);
  });

  it('is taken back as well when the page was left before the answer', async () => {
    const { api, unmount } = setUp();
    let refuse = () => {};
    const refused = new Promise<void>((resolve) => (refuse = resolve));
    api.on(contract.preferences.setDisplay, async () => {
      await refused;
      return failure('UNAVAILABLE');
    });
    await userEvent.click(screen.getByRole('switch', { name: /^Indian digit grouping/ }));
    unmount();
    expect(shown()).toEqual({ ...defaults, indianDigits: true });
    refuse();
    await waitFor(() => expect(shown()).toEqual(defaults));
    expect(formatMoney(125_000_000)).toBe('₹1,250,000.00');
  });

  it('starts only with sections that the person may open', () => {
    setUp('staff');
    const options = [...screen.getByLabelText('Start page').querySelectorAll('option')];
    expect(options.map(({ textContent }) => textContent)).toEqual(['Dashboard', 'Attendance', 'Settings']);
  });
});

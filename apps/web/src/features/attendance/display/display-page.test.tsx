import { contract, type DisplayCodes } from '@shifa/contract';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../../data/session';
import { sessionUser } from '@shifa/contract/testing';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { DisplayPage } from './display-page';
import { keepDisplay, newToken, storedDisplay, windowAt } from './paired-display';

const code = () => screen.queryByRole('img', { name: 'Code to clock in and out at Shifa Kolkata' });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const place = { name: 'Reception', laboratory: { name: 'Shifa Kolkata', timezone: 'Asia/Kolkata' } };
const token = newToken();

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T03:30:00.000Z') });
});

afterEach(() => {
  vi.useRealTimers();
});

/** The server, whose clock is ahead of the tablet's, and which gives codes of the present window and two more. */
function setUp({ paired = true, skew = 0 } = {}) {
  const api = fakeApi();
  api.on(contract.displays.codes, ({ query }) => {
    const now = Date.now() + skew;
    const first = Math.max(windowAt(now), Number(query.get('from')));
    const tokens = Array.from(
      { length: Math.max(0, windowAt(now) + 3 - first) },
      (_, index) => `token-${first + index}`,
    );
    return answer<DisplayCodes>({ ...place, now: new Date(now).toISOString(), first, tokens });
  });
  if (paired) keepDisplay({ token, skew: 0, codes: null });
  return { ...renderApp(<DisplayPage />, { at: '/attendance/display' }), api };
}

const disconnect = (api: ReturnType<typeof fakeApi>) =>
  api.on(contract.displays.codes, () => {
    throw new TypeError('No network');
  });

describe('a paired display', () => {
  it('shows the code of the present window, and asks only for codes that it has not', async () => {
    const { api } = setUp();
    await pass(600);
    const first = code()?.innerHTML;
    expect(first).toBeDefined();
    await pass(30_000);
    expect(code()?.innerHTML).not.toBe(first);
    const asked = api.requests(contract.displays.codes);
    const start = windowAt(Date.parse('2026-11-20T03:30:00.000Z'));
    expect(asked.map(({ query }) => query.get('from'))).toEqual(['0', String(start + 3)]);
    expect(asked[0]?.headers.get('authorization')).toBe(`Bearer ${token}`);
  });

  it('shows the time of the server', async () => {
    setUp({ skew: 3_600_000 });
    await pass(600);
    expect(screen.getByText('10:00 AM')).toBeVisible();
    expect(code()).toBeVisible();
  });

  it('goes on without a network as long as it holds codes, also after a restart, and says so once', async () => {
    const { api, unmount } = setUp();
    await pass(600);
    disconnect(api);
    unmount();
    renderApp(<DisplayPage />, { at: '/attendance/display' });
    await pass(31_000);
    expect(code()).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(/The display holds codes until 9:01 AM\.$/);
    expect(screen.getByRole('alert').textContent.match(/Can't reach the server/g)).toHaveLength(1);
    await pass(70_000);
    expect(code()).toBeNull();
    expect(screen.getByText('No code available')).toBeVisible();
  });

  it('that was removed says so, forgets its codes, and can be paired again', async () => {
    const { api } = setUp();
    await pass(600);
    api.on(contract.displays.codes, () => failure('DISPLAY_REMOVED'));
    await pass(30_000);
    expect(screen.getByText('This display was removed. Pair it again to show codes.')).toBeVisible();
    expect(screen.getByLabelText('Pairing code')).toBeVisible();
    expect(storedDisplay()).toBeUndefined();
  });

  it('shows no code of a suspended laboratory', async () => {
    const { api } = setUp();
    await pass(600);
    api.on(contract.displays.codes, () => failure('LABORATORY_SUSPENDED'));
    await pass(30_000);
    expect(code()).toBeNull();
    expect(screen.getByRole('alert')).toHaveTextContent('This laboratory is suspended');
  });

  it('leaves the session of somebody who is signed in on the same device alone', async () => {
    session.start('token', sessionUser());
    const { api } = setUp();
    await pass(600);
    api.on(contract.displays.codes, () => failure('DISPLAY_REMOVED'));
    await pass(30_000);
    expect(session.current().status).toBe('signed-in');
  });

  it('leaves no timer behind', async () => {
    const { unmount, queryClient } = setUp();
    await pass(600);
    unmount();
    queryClient.clear();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a tablet that is not paired', () => {
  const type = async (text: string) => {
    fireEvent.change(screen.getByLabelText('Pairing code'), { target: { value: text } });
    fireEvent.click(screen.getByRole('button', { name: 'Pair' }));
    await pass(600);
  };

  it('is paired under another token after it was removed', async () => {
    const { api } = setUp({ paired: false });
    api.on(contract.displays.pair, () => answer(place));
    await type('ABCD-2345');
    expect(code()).toBeVisible();
    api.on(contract.displays.codes, () => failure('DISPLAY_REMOVED'));
    await pass(30_000);
    expect(screen.getByText('This display was removed. Pair it again to show codes.')).toBeVisible();
    await type('EFGH-2345');
    const tokens = api.requests(contract.displays.pair).map(({ body }) => (body as { token: string }).token);
    expect(new Set(tokens).size).toBe(2);
  });

  it('is paired with a code, and repeats a lost request with the same token', async () => {
    const { api } = setUp({ paired: false });
    await type('');
    expect(screen.getByText('Type the code')).toBeVisible();
    api.on(contract.displays.pair, () => failure('PAIRING_CODE_INVALID'));
    await type('WRON-GWRO');
    expect(screen.getByText(/^This code is wrong, was used or has expired/)).toBeVisible();
    api.on(contract.displays.pair, () => {
      throw new TypeError('No answer');
    });
    await type('ABCD-2345');
    api.on(contract.displays.pair, () => answer(place));
    await type('ABCD-2345');
    expect(code()).toBeVisible();
    const tokens = api.requests(contract.displays.pair).map(({ body }) => (body as { token: string }).token);
    expect(tokens[0]).toMatch(/^[\w-]{43}$/);
    expect(new Set(tokens).size).toBe(1);
  });
});

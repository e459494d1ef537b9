import { contract } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { DisplayPage } from './display-page';
import { rememberPunch } from './recent-punches';

const home = laboratory({ name: 'Shifa Kolkata' });
const user = sessionUser({ role: 'manager', laboratoryId: home });
const code = () => screen.queryByRole('img', { name: /^Code to clock in/ });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T03:30:00.000Z') });
});

afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const api = fakeApi();
  let issued = 0;
  api.on(contract.attendance.qrCode, () => {
    issued += 1;
    return answer({
      token: `token-${issued}`,
      expiresAt: new Date(Date.now() + 20_000).toISOString(),
      refreshInMs: 20_000,
      laboratoryId: home._id,
      url: `https://shifa.example/attendance?code=token-${issued}`,
      svg: '',
    });
  });
  const view = renderApp(<DisplayPage />, { user, at: '/attendance/display' });
  return { ...view, api, asked: () => api.requests(contract.attendance.qrCode).length };
}

it('fetches the next code when the present one ends', async () => {
  const { asked } = setUp();
  await pass(100);
  expect(code()).toBeVisible();
  const first = code()?.innerHTML;
  expect(screen.getByText('New code in 20 s')).toBeVisible();
  await pass(10_000);
  expect(asked()).toBe(1);
  expect(screen.getByText('New code in 10 s')).toBeVisible();
  await pass(11_000);
  expect(asked()).toBe(2);
  expect(code()?.innerHTML).not.toBe(first);
});

it('shows no stale code, says so, and goes on by itself once the server answers again', async () => {
  const { api, asked } = setUp();
  await pass(100);
  api.on(contract.attendance.qrCode, () => failure('INTERNAL_ERROR') as never);
  await pass(26_000);
  expect(code()).toBeNull();
  expect(screen.getByRole('alert')).toHaveTextContent('The last code is out of date.');
  const failed = asked();
  await pass(9_000);
  expect(asked()).toBe(failed + 3);
  api.on(contract.attendance.qrCode, () =>
    answer({
      token: 'late',
      expiresAt: new Date(Date.now() + 20_000).toISOString(),
      refreshInMs: 20_000,
      laboratoryId: home._id,
      url: 'https://shifa.example/attendance?code=late',
      svg: '',
    }),
  );
  await pass(4_000);
  expect(code()).toBeVisible();
});

it('shows for a while who clocked in, and nobody of another laboratory', async () => {
  const { queryClient } = setUp();
  await pass(100);
  const event = (name: string, laboratoryId: string) => ({
    _id: name,
    userId: { _id: name, name },
    laboratoryId,
    workDate: '2026-11-20',
    status: 'present' as const,
    approvalStatus: 'not_required' as const,
    open: true,
    lateMinutes: 0,
    version: 1,
    at: '2026-11-20T03:30:00.000Z',
  });
  act(() => {
    rememberPunch(queryClient, 'in', event('Rohan Das', home._id));
    rememberPunch(queryClient, 'in', event('Meera Iyer', 'another'));
  });
  await pass(100);
  const list = screen.getByRole('list', { name: 'Clocked in or out just now' });
  expect(list).toHaveTextContent('Rohan Das');
  expect(list).toHaveTextContent('clocked in at 9:00 AM');
  expect(list).not.toHaveTextContent('Meera Iyer');
  await pass(21_000);
  expect(list).toBeEmptyDOMElement();
});

it('leaves no timer behind', async () => {
  const { unmount, queryClient } = setUp();
  await pass(100);
  unmount();
  queryClient.clear();
  expect(vi.getTimerCount()).toBe(0);
});

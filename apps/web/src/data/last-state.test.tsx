import { act, screen } from '@testing-library/react';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { sessionUser } from '@shifa/contract/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionNotice } from '../app/layout/connection-notice';
import { renderApp } from '../testing/render-app';
import { api } from './api';
import { hasLastState, keepLastState, NOT_CURRENT } from './last-state';
import { keyOf } from './queries';
import { createQueryClient } from './query-client';
import { session } from './session';
import { stored } from '../lib/storage';

const owner = sessionUser({ name: 'Asha Rao' });
const kept = [keyOf(api.staff.list)];
const HOUR_MS = 3_600_000;

/** A page of the list as the server answers it. */
const answer = (name = 'Biren Das') => ({
  data: [{ name, actions: { suspend: { allowed: true }, edit: { allowed: false, reason: 'They have left' } } }],
});
const pageKey = (query: object = {}) => keyOf(api.staff.list, { query } as never);
const existing = () => stored.lastState.existing();

/** The product as it starts: a client whose answers are kept. */
function start() {
  const client = createQueryClient();
  keepLastState(client, owner._id, kept);
  return client;
}

/** Fetches and waits until the device has had time to keep it. */
async function see(data: object = answer(), queryKey = pageKey()) {
  const client = start();
  await client.query({ queryKey, queryFn: () => Promise.resolve(data) });
  await vi.advanceTimersByTimeAsync(1_000);
}

/** What a query begins with. */
function beginning(queryKey = pageKey()) {
  const client = start();
  return client.getQueryCache().build(client, { queryKey }).state;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'requestIdleCallback'] });
  session.start('token', owner);
  return () => vi.useRealTimers();
});

describe('what the device keeps of the last visit', () => {
  it('begins the next one, stale from the start', async () => {
    await see();
    expect(hasLastState(owner._id)).toBe(true);
    expect(beginning()).toMatchObject({ data: { data: [{ name: 'Biren Das' }] }, isInvalidated: true });
  });

  it('allows nothing, and keeps why something was refused', async () => {
    await see();
    expect(beginning().data).toMatchObject({
      data: [
        {
          actions: {
            suspend: { allowed: false, reason: NOT_CURRENT },
            edit: { allowed: false, reason: 'They have left' },
          },
        },
      ],
    });
  });

  it.each([
    ['what is not declared', keyOf(api.staff.history, { params: { id: 'a' } })],
    ['a later page', pageKey({ page: 2 })],
    ['a search', pageKey({ search: 'das' })],
  ])('is not %s', async (_, queryKey) => {
    await see(answer(), queryKey);
    expect(existing()).toEqual([]);
    expect(beginning(queryKey).data).toBeUndefined();
  });

  it.each([
    ['a sign-out', () => session.end('left')],
    ['the end of the session', () => session.end('expired')],
    ['another person', () => session.start('other', sessionUser({ name: 'Chandan Sen' }))],
    ['a change of laboratory', () => session.update({ ...owner, laboratoryId: null })],
  ])('is removed by %s', async (_, change) => {
    session.update({ ...owner, laboratoryId: { _id: 'a' } as never });
    await see();
    expect(existing()).toHaveLength(1);
    change();
    expect(existing()).toEqual([]);
    expect(beginning().data).toBeUndefined();
  });

  it('is not written for a person who has left meanwhile', async () => {
    const client = start();
    await client.query({ queryKey: pageKey(), queryFn: () => Promise.resolve(answer()) });
    session.end('left');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(existing()).toEqual([]);
  });

  it('is forgotten after 16 hours', async () => {
    await see();
    vi.setSystemTime(Date.now() + 15 * HOUR_MS);
    expect(beginning().data).toBeDefined();
    vi.setSystemTime(Date.now() + HOUR_MS);
    expect(beginning().data).toBeUndefined();
    expect(hasLastState(owner._id)).toBe(false);
  });

  it('is the newest 30 answers, none above 250,000 characters, all together below a million', async () => {
    await see(answer('x'.repeat(250_000)));
    expect(existing()).toEqual([]);
    for (let limit = 1; limit <= 6; limit += 1) await see(answer('x'.repeat(240_000)), pageKey({ limit }));
    expect(existing()).toHaveLength(4);
    session.end('left');
    session.start('token', owner);
    for (let limit = 1; limit <= 32; limit += 1) await see(answer(), pageKey({ limit }));
    expect(existing()).toHaveLength(30);
    expect(beginning(pageKey({ limit: 1 })).data).toBeUndefined();
    expect(beginning(pageKey({ limit: 32 })).data).toBeDefined();
  });

  it('is nothing where it is unreadable, or the storage is full or denied', async () => {
    await see();
    const [rest = ''] = existing();
    const text = stored.lastState.of(rest);
    text.write(text.read()?.slice(0, -5) ?? '');
    expect(beginning().data).toBeUndefined();
    text.remove();

    const refuse = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
    const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    await see();
    setItem.mockRestore();
    expect(existing()).toEqual([]);

    const getItem = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    expect(hasLastState(owner._id)).toBe(false);
    expect(beginning().data).toBeUndefined();
    getItem.mockRestore();
  });
});

describe('a page that begins with what the device kept', () => {
  it('says since when it is so, until the fresh answer is there', async () => {
    await see();
    vi.useRealTimers();
    let respond: (data: object) => void = () => undefined;
    const queryFn = () => new Promise<object>((resolve) => (respond = resolve));
    function People() {
      const { data } = useQuery({ queryKey: pageKey(), queryFn });
      return <p>{(data as ReturnType<typeof answer> | undefined)?.data[0]?.name}</p>;
    }
    renderApp(
      <QueryClientProvider client={start()}>
        <ConnectionNotice>Shifa MS</ConnectionNotice>
        <People />
      </QueryClientProvider>,
      { user: owner },
    );
    expect(screen.getByText('Biren Das')).toBeVisible();
    expect(await screen.findByText(/^Page as of \d/)).toBeVisible();
    expect(screen.queryByText('Shifa MS')).toBeNull();
    act(() => respond(answer('Chandan Sen')));
    expect(await screen.findByText('Chandan Sen')).toBeVisible();
    expect(await screen.findByText('Shifa MS')).toBeVisible();
    expect(screen.queryByText(/^Page as of/)).toBeNull();
  });
});

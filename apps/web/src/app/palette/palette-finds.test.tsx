import { contract } from '@shifa/contract';
import { staffListItem } from '@shifa/contract/testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { transactionResource } from '../../features/finance/transaction.resource';
import { staffResource } from '../../features/staff/staff.resource';
import { connection } from '../../lib/connection';
import { containsTyped } from '../../lib/contains-typed';
import { recentChoices } from '../../data/recent-choices';
import { answerPage, failure } from '../../testing/fake-api';
import { asha, ashwin, courier, highlighted, openByKey, power, press, setUp, texts, type } from '../../testing/palette';
import { HUMAN_PAUSES_MS, LATE_MS, typeSlowly, wait } from '../../testing/type-slowly';
import { until } from '../../testing/until';

/** Until the typing has paused and all answers have been read, which takes some turns of the real clock. */
async function settled() {
  for (let turn = 0; turn < 30; turn++) await wait(50);
}

describe('what the palette finds', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const opened = async () => {
    openByKey();
    await until(() => expect(screen.getByRole('combobox')).toBeVisible());
    return screen.getByRole<HTMLInputElement>('combobox');
  };

  it.each(LATE_MS)('always contains what is in the box, with answers %i ms late', async (lateMs) => {
    for (const pauseMs of HUMAN_PAUSES_MS) {
      const { unmount } = setUp({ lateMs });
      const input = await opened();
      await typeSlowly({
        box: input,
        text: 'ashwin',
        pauseAt: 3,
        pauseMs,
        check: (typed) => {
          for (const text of texts()) expect(containsTyped(text, typed), `${text} for ${typed}`).toBe(true);
        },
      });
      expect(input).toHaveValue('ashwin');
      await settled();
      expect(texts()).toEqual([expect.stringContaining('Ashwin Das')]);
      unmount();
    }
  });

  it.each(HUMAN_PAUSES_MS)('is chosen by Enter %i ms after the last key only if it contains the text', async (ms) => {
    const { address, queryClient } = setUp({ lateMs: 120 });
    queryClient.setQueryData(staffResource.page({ page: 1 }).queryKey, answerPage([asha, ashwin]).body);
    const input = await opened();
    await typeSlowly({ box: input, text: 'ashw', pauseAt: 9, pauseMs: 0, check: () => undefined });
    await wait(ms);
    press('Enter');
    await wait(50);
    expect(['/dashboard', `/staff/${ashwin._id}`]).toContain(address());
  });

  it('comes from memory first, without a request', async () => {
    const { api, queryClient } = setUp();
    queryClient.setQueryData(transactionResource.page({ page: 1 }).queryKey, answerPage([power, courier]).body);
    await opened();
    type('406');
    expect(texts()).toEqual([expect.stringContaining('KOL-2026-27-000406')]);
    expect(api.requests(contract.transactions.list)).toHaveLength(0);
  });

  it('is asked for once the typing pauses, and a request for an earlier text is cancelled', async () => {
    const { api } = setUp({ lateMs: 450 });
    const fetched = vi.mocked(vi.fn(globalThis.fetch));
    vi.stubGlobal('fetch', fetched);
    const input = await opened();
    await typeSlowly({ box: input, text: 'asha rao', pauseAt: 5, pauseMs: 400, check: () => undefined });
    await settled();
    const asked = api.requests(contract.staff.list).map(({ query }) => query.get('search'));
    expect(asked).toEqual(['asha', 'asha rao']);
    const ofAsha = fetched.mock.calls.filter(([path]) => new URL(path as string, 'http://x').search.endsWith('asha'));
    for (const [, init] of ofAsha) expect(init?.signal?.aborted).toBe(true);
    expect(api.requests(contract.staff.list).every(({ query }) => query.get('limit') === '6')).toBe(true);
  });

  it.each([
    ['406', 'KOL-2026-27-000406'],
    ['1250.50', 'KOL-2026-27-000406'],
    ['1,250.50', 'KOL-2026-27-000406'],
    ['city pow', 'KOL-2026-27-000406'],
    ['glu', 'Glucose reagent'],
    ['lot42', 'Batch LOT42'],
    ['a.rao', 'Asha Rao'],
    ['42', 'Asha Rao'],
  ])('for %s is %s, which shows why', async (typed, expected) => {
    setUp();
    await opened();
    type(typed);
    await settled();
    const found = texts().filter((text) => text.includes(expected));
    expect(found).toHaveLength(1);
    expect(containsTyped(found[0] ?? '', typed)).toBe(true);
  });

  it('keeps the highlighted option when a better match is found', async () => {
    const { api, queryClient } = setUp({ lateMs: 450 });
    api.on(contract.staff.list, () => answerPage([staffListItem({ name: 'Dara Singh' }), ashwin]));
    queryClient.setQueryData(staffResource.page({ page: 1 }).queryKey, answerPage([ashwin]).body);
    await opened();
    type('da');
    expect(texts()).toEqual(['Dashboard', expect.stringContaining('Ashwin Das')]);
    press('End');
    expect(highlighted()).toContain('Ashwin Das');
    await settled();
    expect(texts()[1]).toContain('Dara Singh');
    expect(highlighted()).toContain('Ashwin Das');
  });

  it('has no pages with the text in the middle of a word, which would come before people', async () => {
    setUp();
    await opened();
    type('ash');
    expect(texts()).toEqual([]);
    await settled();
    expect(highlighted()).toContain('Asha Rao');
  });

  it('is nothing, and says what can be searched', async () => {
    setUp();
    await opened();
    type('zzz');
    expect(screen.getByText('Searching …')).toBeVisible();
    await settled();
    expect(screen.getByRole('status')).toHaveTextContent(
      'No matches for “zzz”. Search people, entries, items, batches, transfers, suppliers, laboratories, pages and actions.',
    );
    press('Enter');
    expect(screen.getByRole('combobox')).toBeVisible();
  });

  it('says what could not be searched, and searches it again', async () => {
    const { api } = setUp();
    api.on(contract.staff.list, () => failure('FORBIDDEN'));
    await opened();
    type('asha');
    await settled();
    expect(screen.getByRole('alert')).toHaveTextContent("Couldn't search people.");
    api.on(contract.staff.list, () => answerPage([asha]));
    fireEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }));
    await wait(50);
    expect(texts()).toEqual([expect.stringContaining('Asha Rao')]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('comes from memory alone without a network', async () => {
    const stop = connection.listen();
    const { api, queryClient } = setUp();
    queryClient.setQueryData(staffResource.page({ page: 1 }).queryKey, answerPage([asha]).body);
    await opened();
    act(() => void window.dispatchEvent(new Event('offline')));
    type('asha');
    await settled();
    expect(texts()).toEqual([expect.stringContaining('Asha Rao')]);
    expect(screen.getByRole('status')).toHaveTextContent(
      "You're offline. Only data that is already loaded is searched.",
    );
    expect(api.requests(contract.staff.list)).toHaveLength(0);
    act(() => void window.dispatchEvent(new Event('online')));
    stop();
  });

  it('begins with what the person chose last, as long as they may see it', async () => {
    const { unmount, address, user } = setUp();
    await opened();
    type('ashwin');
    await settled();
    press('Enter');
    await wait(300);
    expect(address()).toBe(`/staff/${ashwin._id}`);
    await opened();
    expect(within(screen.getByRole('group', { name: 'Recent' })).getByRole('option')).toHaveTextContent('Ashwin Das');
    unmount();
    const [choice] = recentChoices.read(user._id);
    const next = setUp({ role: 'staff' });
    recentChoices.add(next.user._id, choice as NonNullable<typeof choice>);
    await opened();
    expect(screen.queryByText('Ashwin Das')).toBeNull();
  });

  it('is only what the person may see and do', async () => {
    const { api } = setUp({ role: 'staff' });
    await opened();
    expect(texts()).toContain('Request leaveAttendance');
    for (const word of ['new', 'finances', 'asha', 'permissions']) {
      type(word);
      await settled();
      expect(texts(), word).toEqual([]);
    }
    expect(api.requests(contract.staff.list)).toHaveLength(0);
  });
});

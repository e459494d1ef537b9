import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../data/api';
import { keyOf, keyOfAll } from '../../data/queries';
import type { LiveSocket } from '../../data/socket';
import { FakeSocket } from '../../testing/fake-socket';
import { attendanceLive } from './attendance.live';

const laboratoryId = '65f000000000000000000001';
const days = { laboratoryId, from: '2026-12-01', to: '2026-12-07', by: 'Tara Roy' };
const about = { _id: '65f000000000000000000002', laboratoryId, version: 2, by: null, at: '2026-11-21T09:15:00.000Z' };

function keysAfter(event: string, payload: object) {
  const queryClient = new QueryClient();
  const socket = new FakeSocket();
  attendanceLive(socket as object as LiveSocket, queryClient);
  const invalidated = vi.spyOn(queryClient, 'invalidateQueries');
  socket.receive(event, payload);
  vi.advanceTimersByTime(1_000);
  return invalidated.mock.calls.map(([filters]) => filters?.queryKey);
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('live updates of months', () => {
  it('fetch again who may change their days', () => {
    const keys = keysAfter('month:updated', { ...about, month: '2026-10', status: 'closed' });
    expect(keys).toEqual(expect.arrayContaining([keyOfAll('attendance'), keyOfAll('leaves'), keyOfAll('monthSheets')]));
  });
});

describe('live updates of the roster', () => {
  it('fetch boards again when someone plans, and nothing else', () => {
    expect(keysAfter('roster:planned', days)).toEqual([keyOf(api.rosters.board)]);
  });

  it('fetch boards, own rosters and attendance again when days are published', () => {
    const keys = keysAfter('roster:published', days);
    expect(keys).toEqual(
      expect.arrayContaining([keyOf(api.rosters.board), keyOf(api.rosters.mine), keyOf(api.attendance.list)]),
    );
  });

  it('fetch swaps and rosters again when a swap goes on, and boards when leave is approved', () => {
    const swap = keysAfter('roster-swap:updated', { ...about, status: 'approved' });
    expect(swap).toEqual(expect.arrayContaining([keyOf(api.rosterSwaps.list), keyOf(api.rosters.mine)]));
    expect(keysAfter('open-shift:updated', about)).toEqual([keyOf(api.openShifts.list)]);
    expect(keysAfter('leave:updated', about)).toContainEqual(keyOf(api.rosters.board));
  });
});

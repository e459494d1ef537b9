import { once } from 'node:events';
import type { RosterEvent, ServerToClientEvents } from '@shifa/contract';
import { io, type Socket } from 'socket.io-client';
import { AttendanceDesk } from '../../../../test/attendance/attendance-desk';
import { RosterDesk } from '../../../../test/attendance/roster-desk';
import type { Person } from '../../../../test/test-app';

const TUESDAY = '2026-12-01';

describe('open screens of a roster', () => {
  let desk: AttendanceDesk;
  let roster: RosterDesk;
  const clients: Socket<ServerToClientEvents>[] = [];
  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-11-30 08:00');
    roster = new RosterDesk(desk);
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await desk.close();
  });

  it('of planners learn of drafts, and those of people concerned only of what is published', async () => {
    const [person, colleague] = [await desk.staff(), await desk.staff()];
    const elsewhere = await desk.app.laboratory();
    const stranger = await desk.app.person('lab_admin', { laboratoryId: elsewhere._id });
    const [planner, own, other, far] = await Promise.all([desk.admin, person, colleague, stranger].map(listening));
    await roster.published(person, { [TUESDAY]: 'off' });
    const changed = {
      laboratoryId: desk.laboratory.id,
      from: TUESDAY,
      to: TUESDAY,
      by: desk.manager.user.name,
    };
    expect(await planner?.()).toEqual([
      ['roster:planned', changed],
      ['roster:published', changed],
    ]);
    expect(await own?.()).toEqual([['roster:published', changed]]);
    expect([await other?.(), await far?.()]).toEqual([[], []]);
  });

  /** @returns what was heard by now. */
  async function listening({ token }: Person) {
    const client: Socket<ServerToClientEvents> = io(desk.app.url, {
      auth: { token },
      reconnection: false,
      transports: ['websocket'],
    });
    clients.push(client);
    await once(client as never, 'connect');
    const heard: [string, RosterEvent][] = [];
    client.onAny((event: string, payload: RosterEvent) => {
      if (event.startsWith('roster:')) heard.push([event, payload]);
    });
    return async () => {
      // Earlier events arrive before the response.
      await (client as Socket).emitWithAck('leave-laboratory', '0'.repeat(24));
      return heard;
    };
  }
});

import { io, type Socket } from 'socket.io-client';
import { AttendanceDesk, recordOf } from '../../../../test/attendance/attendance-desk';
import type { Person } from '../../../../test/test-app';

const kolkata = { latitude: 22.5726, longitude: 88.3639 };
const far = { latitude: 22.6726, longitude: 88.3639, accuracy: 15 };

describe('the evidence of a clock-in', () => {
  let desk: AttendanceDesk;
  beforeAll(async () => {
    const location = { address: '', city: 'Kolkata', state: '', pincode: '', coordinates: kolkata };
    desk = await AttendanceDesk.open('2026-11-24 09:00', { location });
    await desk.app
      .as(desk.head)
      .put(`/api/laboratories/${desk.laboratory.id}`)
      .send({ policies: { ...desk.laboratory.policies, attendance: { fenceRadiusMetres: 200 } }, version: 1 })
      .expect(200);
  });
  afterAll(() => desk.close());
  beforeEach(() => desk.at('2026-11-24 09:00'));

  it('flags a place outside the fence, and prevents nothing', async () => {
    const person = await desk.staff();
    const entered = recordOf(await desk.clockIn(person, { location: far }).expect(200));
    expect(entered).toMatchObject({ flags: ['outside_fence'], clockIn: { withinFence: false } });
    expect(entered.clockIn?.distanceMetres).toBeGreaterThan(11_000);
    desk.at('2026-11-24 18:00');
    const left = recordOf(await desk.clockOut(person, { location: far }).expect(200));
    expect(left).toMatchObject({ approvalStatus: 'pending', open: false });
    expect(JSON.stringify(left)).not.toContain('22.67');
  });

  it.each([
    ['no position', undefined, 'no_location'],
    ['a position whose accuracy reaches the laboratory', { ...far, accuracy: 20_000 }, 'inaccurate_location'],
  ])('flags %s, and prevents neither the clock-in nor the clock-out', async (_, location, flag) => {
    const person = await desk.staff();
    expect(recordOf(await desk.clockIn(person, { location }).expect(200)).flags).toEqual([flag]);
    desk.at('2026-11-24 17:00');
    const left = recordOf(await desk.clockOut(person, { location }).expect(200));
    expect(left).toMatchObject({ flags: [flag], approvalStatus: 'pending', open: false });
  });

  it('flags a device that somebody else of the laboratory has used', async () => {
    const [first, second] = [await desk.staff(), await desk.staff()];
    const found = { deviceId: 'one-phone-for-two', location: { ...kolkata, accuracy: 10 } };
    expect(recordOf(await desk.clockIn(first, found).expect(200)).flags).toEqual([]);
    expect(recordOf(await desk.clockIn(second, found).expect(200)).flags).toEqual(['shared_device']);
  });

  it('flags travel that nobody can make', async () => {
    const person = await desk.staff();
    await desk.clockIn(person, { location: { ...kolkata, accuracy: 10 } }).expect(200);
    desk.at('2026-11-24 09:10');
    const delhi = { latitude: 28.6139, longitude: 77.209, accuracy: 10 };
    const left = recordOf(await desk.clockOut(person, { location: delhi }).expect(200));
    expect(left.flags).toEqual(['outside_fence', 'impossible_travel']);
  });

  it('reaches the screens of those who may see the person, and of nobody else', async () => {
    const elsewhere = await desk.app.laboratory();
    const [person, colleague] = [await desk.staff(), await desk.staff()];
    const stranger = await desk.app.person('lab_admin', { laboratoryId: elsewhere._id });
    const received: string[] = [];
    const sockets: Socket[] = [];
    for (const [name, viewer] of Object.entries({
      person,
      colleague,
      stranger,
      manager: desk.manager,
      head: desk.head,
    })) {
      sockets.push(await listening(viewer, (event) => received.push(`${name} ${event}`)));
    }
    await desk.clockIn(person).expect(200);
    await desk.clockOut(person).expect(200);
    // The socket of the person is in the same rooms, so it receives an event after the others have.
    await waitUntil(() => received.filter((one) => one.startsWith('head')).length === 2);
    expect(received.toSorted()).toEqual([
      'head attendance:clock-in',
      'head attendance:clock-out',
      'manager attendance:clock-in',
      'manager attendance:clock-out',
      'person attendance:clock-in',
      'person attendance:clock-out',
    ]);
    for (const socket of sockets) socket.disconnect();
  });

  function listening({ token }: Person, onEvent: (event: string) => void): Promise<Socket> {
    const socket = io(desk.app.url, { auth: { token }, transports: ['websocket'], forceNew: true });
    for (const event of ['attendance:clock-in', 'attendance:clock-out']) socket.on(event, () => onEvent(event));
    return new Promise((resolve, reject) => {
      socket.on('connect', () => resolve(socket));
      socket.on('connect_error', reject);
    });
  }

  async function waitUntil(isDone: () => boolean): Promise<void> {
    while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

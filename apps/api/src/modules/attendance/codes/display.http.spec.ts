import type { Display, DisplayCodes, DisplayPairing, Failure } from '@shifa/contract';
import { randomBytes } from 'node:crypto';
import { io } from 'socket.io-client';
import { routes } from '../../../../test/access/routes';
import type { Person } from '../../../../test/test-app';
import { AttendanceDesk, failureOf, recordOf } from '../../../../test/attendance/attendance-desk';

const newToken = () => randomBytes(32).toString('base64url');
type Envelope<Data> = { data: Data };
const dataOf = <Data>({ body }: { body: unknown }): Envelope<Data>['data'] => (body as Envelope<Data>).data;

describe('a wall display', () => {
  let desk: AttendanceDesk;
  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-11-24 08:00');
  });
  afterAll(() => desk.close());
  beforeEach(() => desk.at('2026-11-24 09:00'));

  let address = 0;
  /** From another network address each, because failures are counted by address. */
  const pair = (code: string, token: string, from = `10.0.${address++}.1`) =>
    desk.app.http.post('/api/attendance/displays/pair').set('X-Forwarded-For', from).send({ code, token });
  const create = (person: Person = desk.manager, body: object = { name: 'Reception' }) =>
    desk.app.as(person).post('/api/attendance/displays').send(body);
  const list = async (person: Person = desk.manager) =>
    dataOf<Display[]>(await desk.app.as(person).get('/api/attendance/displays').expect(200));
  const remove = (id: string, person: Person = desk.manager) =>
    desk.app.as(person).delete(`/api/attendance/displays/${id}`);
  const fetchCodes = (token: string, from?: number) =>
    desk.app.as({ token }).get(`/api/attendance/displays/codes${from === undefined ? '' : `?from=${from}`}`);

  async function paired() {
    const created = dataOf<DisplayPairing>(await create().expect(201));
    const token = newToken();
    await pair(created.code, token).expect(200);
    return { token, id: created._id };
  }

  afterEach(async () => {
    for (const { _id } of await list()) await remove(_id).expect(200);
  });

  it('is paired by a code that is typed once, in any case and with any spaces', async () => {
    const created = dataOf<DisplayPairing>(await create().expect(201));
    expect(created).toMatchObject({ name: 'Reception', state: 'waiting', expiresAt: '2026-11-24T03:40:00.000Z' });
    expect(created.code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    const typed = ` ${created.code.toLowerCase().replace('-', ' ')}`;
    expect(dataOf(await pair(typed, newToken()).expect(200))).toEqual({
      name: 'Reception',
      laboratory: { name: desk.laboratory.name, timezone: 'Asia/Kolkata' },
    });
    expect(failureOf(await pair(created.code, newToken()).expect(400)).code).toBe('PAIRING_CODE_INVALID');
    const [display] = await list();
    expect(display).toMatchObject({ state: 'paired', expiresAt: null, createdBy: desk.manager.user.name });
    expect(JSON.stringify(display)).not.toContain('Hash');
  });

  it('is paired once when its request is repeated', async () => {
    const { code } = dataOf<DisplayPairing>(await create().expect(201));
    const token = newToken();
    await pair(code, token).expect(200);
    await pair(code, token).expect(200);
    expect(await list()).toHaveLength(1);
  });

  it('is one, however many type its code at once', async () => {
    const { code } = dataOf<DisplayPairing>(await create().expect(201));
    const tokens = Array.from({ length: 16 }, newToken);
    const answers = await Promise.all(tokens.map((token) => pair(code, token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(15).fill(400)]);
    const fetched = await Promise.all(tokens.map((token) => fetchCodes(token)));
    expect(fetched.map(({ status }) => status)).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 401)));
  });

  it('is not paired by a code that has expired or was taken back', async () => {
    const late = dataOf<DisplayPairing>(await create().expect(201));
    desk.at('2026-11-24 09:10');
    await pair(late.code, newToken()).expect(400);
    expect(await list()).toEqual([]);
    const removed = dataOf<DisplayPairing>(await create().expect(201));
    await remove(removed._id).expect(200);
    await pair(removed.code, newToken()).expect(400);
  });

  it('slows down guessing by address', async () => {
    const { code } = dataOf<DisplayPairing>(await create().expect(201));
    const statuses: number[] = [];
    for (let guess = 0; guess < 31; guess += 1) {
      statuses.push((await pair('AAAA-AAAA', newToken(), '203.0.113.9')).status);
    }
    expect([...new Set(statuses)]).toEqual([400, 429]);
    await pair(code, newToken(), '203.0.113.9').expect(429);
    await pair(code, newToken(), '203.0.113.10').expect(200);
  });

  it('fetches the present code and those of eight hours, and later only new ones', async () => {
    const { token } = await paired();
    const all = dataOf<DisplayCodes>(await fetchCodes(token).expect(200));
    expect(all).toMatchObject({ name: 'Reception', now: '2026-11-24T03:30:00.000Z' });
    expect(all.tokens).toHaveLength(961);
    desk.at('2026-11-24 09:00:40');
    const next = dataOf<DisplayCodes>(await fetchCodes(token, all.first + 961).expect(200));
    expect(next).toMatchObject({ first: all.first + 961, tokens: [expect.any(String)] });
    expect(dataOf<DisplayCodes>(await fetchCodes(token, Number.MAX_SAFE_INTEGER).expect(200)).tokens).toEqual([]);
    const [display] = await list();
    expect(display?.lastSeenAt).toBe('2026-11-24T03:30:00.000Z');
  });

  it('shows codes that clock people in and out, each at its time', async () => {
    const { token } = await paired();
    const { tokens } = dataOf<DisplayCodes>(await fetchCodes(token).expect(200));
    const person = await desk.staff();
    expect(failureOf(await desk.clockIn(person, { qrToken: tokens[120] ?? '' }).expect(400)).code).toBe('CODE_INVALID');
    const entered = recordOf(await desk.clockIn(person, { qrToken: tokens[0] ?? '' }).expect(200));
    expect(entered).toMatchObject({ clockIn: { method: 'qr' }, flags: [] });
    desk.at('2026-11-24 10:00');
    await desk.clockOut(person, { qrToken: tokens[120] ?? '' }).expect(200);
    const refused = await desk.clockIn(await desk.staff(), { qrToken: tokens[0] ?? '' }).expect(400);
    expect(failureOf(refused).code).toBe('CODE_EXPIRED');
  });

  it('that was removed fetches nothing, and its later codes are refused, but not what was scanned before', async () => {
    const { token, id } = await paired();
    const { tokens } = dataOf<DisplayCodes>(await fetchCodes(token).expect(200));
    const inside = await desk.staff();
    await desk.clockIn(inside).expect(200);
    desk.at('2026-11-24 09:30');
    await remove(id).expect(200);
    await remove(id).expect(404);
    const failure = (await fetchCodes(token).expect(401)).body as Failure;
    expect(failure).toMatchObject({ code: 'DISPLAY_REMOVED' });
    desk.at('2026-11-24 10:00');
    const stolen = { qrToken: tokens[120] ?? '' };
    expect(failureOf(await desk.clockIn(await desk.staff(), stolen).expect(400)).code).toBe('CODE_OF_REMOVED_DISPLAY');
    expect(failureOf(await desk.clockOut(inside, stolen).expect(400)).code).toBe('CODE_OF_REMOVED_DISPLAY');
    const offline = (qrToken: string | undefined, person: Person) =>
      desk.app.as(person).post('/api/attendance/offline-punches').send({ action: 'clock_in', qrToken });
    await offline(tokens[120], await desk.staff()).expect(400);
    await offline(tokens[20], await desk.staff()).expect(200);
  });

  it('shows no codes of a suspended laboratory', async () => {
    const laboratory = await desk.app.laboratory();
    const head = { laboratoryId: laboratory.id, name: 'Door' };
    const { code } = dataOf<DisplayPairing>(await create(desk.head, head).expect(201));
    const token = newToken();
    await pair(code, token).expect(200);
    await desk.app
      .as(desk.head)
      .put(`/api/laboratories/${laboratory.id}`)
      .send({ status: 'suspended', version: 1 })
      .expect(200);
    expect(failureOf(await fetchCodes(token).expect(409)).code).toBe('LABORATORY_SUSPENDED');
  });

  it('is one of at most ten of a laboratory, also when all are created at once', async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, () => create()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect([...new Set(answers.filter(({ status }) => status !== 201).map((one) => failureOf(one).code))]).toEqual([
      'TOO_MANY_DISPLAYS',
    ]);
    expect(await list()).toHaveLength(10);
  });

  it('is created once when the request is repeated with its key', async () => {
    const send = () => create().set('Idempotency-Key', 'pairing-of-the-reception');
    const [first, second] = [await send().expect(201), await send().expect(201)];
    expect(dataOf<DisplayPairing>(second)).toEqual(dataOf<DisplayPairing>(first));
    expect(await list()).toHaveLength(1);
  });

  it('belongs to its laboratory, and not to people who only clock', async () => {
    const { id } = await paired();
    const other = await desk.app.laboratory();
    const stranger = await desk.app.person('lab_admin', { laboratoryId: other._id });
    await remove(id, stranger).expect(404);
    await desk.app.as(stranger).get(`/api/attendance/displays?laboratoryId=${desk.laboratory.id}`).expect(404);
    await create(stranger, { name: 'Mine', laboratoryId: desk.laboratory.id }).expect(404);
    const person = await desk.staff();
    for (const answer of [await create(person), await remove(id, person)]) expect(answer.status).toBe(403);
  });

  it('is in the audit log from its code to its removal', async () => {
    const { id } = await paired();
    await remove(id).expect(200);
    const answer = await desk.app.as(desk.head).get(`/api/audit?entity=wall-display&entityId=${id}`).expect(200);
    const rows = dataOf<{ action: string; by: { name: string } | null; changes: { field: string }[] }[]>(answer);
    const { name } = desk.manager.user;
    expect(rows.map(({ action, by }) => [action, by?.name])).toEqual([
      ['wall-display.removed', name],
      ['wall-display.paired', undefined],
      ['wall-display.created', name],
    ]);
    expect(rows.map(({ changes }) => changes.map(({ field }) => field))).toEqual([
      ['name', 'device'],
      ['device'],
      ['name'],
    ]);
    expect(JSON.stringify(answer.body)).not.toMatch(/[Hh]ash/);
  });

  describe('with its token', () => {
    const closed = routes.filter(({ policy }) => policy.permission !== 'public');

    it('opens one route', () => {
      const opened = closed.filter(({ policy }) => policy.permission === 'display').map(({ name }) => name);
      expect(opened).toEqual(['displays.codes']);
    });

    it('is refused by every other one', async () => {
      const { token } = await paired();
      const answers: string[] = [];
      for (const { name, route } of closed) {
        const path = route.path.replaceAll(/:\w+/g, 'a'.repeat(24));
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const body = route.method === 'GET' ? null : '{}';
        const answer = await fetch(desk.app.url + path, { method: route.method, headers, body });
        const { code } = (await answer.json()) as Partial<Failure>;
        answers.push(`${name}: ${answer.status} ${code ?? ''}`);
      }
      const expected = closed.map(
        ({ name }) => `${name}: ${name === 'displays.codes' ? '200 ' : '401 UNAUTHENTICATED'}`,
      );
      expect(answers).toEqual(expected);
    });

    it('opens no socket', async () => {
      const { token } = await paired();
      const socket = io(desk.app.url, { auth: { token }, transports: ['websocket'], reconnection: false });
      const outcome = await new Promise((resolve) => {
        socket.on('connect', () => resolve('connected'));
        socket.on('connect_error', () => resolve('refused'));
      });
      socket.disconnect();
      expect(outcome).toBe('refused');
    });
  });
});

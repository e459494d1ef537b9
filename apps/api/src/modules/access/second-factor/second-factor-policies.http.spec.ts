import type { AuthenticatorSetup, Failure, NetworkSettings, Role, SessionUser } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { Secret, TOTP } from 'otpauth';
import { io, type Socket } from 'socket.io-client';
import { SoftwareAuthenticator } from '../../../../test/software-authenticator';
import { PASSWORD, type Person, TestApp } from '../../../../test/test-app';
import { Clock } from '../../../platform/time/clock';
import { AccessListener } from '../access.listener';
import { SecondFactorPolicyRepository } from './second-factor-policy.repository';

type Response = { status: number; body: unknown };
type Envelope<Data> = { data: Data };

const dataOf = <Data>({ body }: Response): Envelope<Data>['data'] => (body as Envelope<Data>).data;
const codeOf = ({ body }: Response) => (body as Failure).code;

const disconnected = (socket: Socket) => new Promise((resolve) => socket.once('disconnect', resolve));

describe('a second factor that a role needs', () => {
  let app: TestApp;
  let now: Date;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    app = await TestApp.start();
    now = new Date();
    jest.spyOn(app.services.get(Clock), 'now').mockImplementation(() => new Date(now));
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.close();
    jest.restoreAllMocks();
    await app.close();
  });

  const days = (count: number) => count * 86_400_000;
  const wait = (milliseconds: number) => (now = new Date(now.getTime() + milliseconds));
  const settings = async (person: Person) =>
    dataOf<NetworkSettings>(await app.as(person).get('/api/settings/network').expect(200)).secondFactor;
  const set = async (person: Person, requiredRoles: Role[], graceDays: number) => {
    await app.confirm(person);
    const { version } = await settings(person);
    return app.as(person).put('/api/settings/network/second-factor').send({ requiredRoles, graceDays, version });
  };
  const needed = async (person: { token: string }) =>
    dataOf<{ user: SessionUser }>(await app.as(person).get('/api/auth/me').expect(200)).user.secondFactorNeeded;
  const staff = (person: { token: string }) => app.as(person).get('/api/auth/sessions');
  const newPerson = async (role: Role = 'staff') =>
    app.person(role, { laboratoryId: (await app.laboratory())._id, createdAt: now });
  const again = async (person: Person) => ({
    ...person,
    token: await app.login({ email: person.user.email, password: PASSWORD }),
  });

  async function addApp(person: Person): Promise<void> {
    await app.confirm(person);
    const agent = app.as(person);
    const setup = await agent.post('/api/auth/second-factor/authenticator').expect(200);
    const totp = new TOTP({ secret: Secret.fromBase32(dataOf<AuthenticatorSetup>(setup).secret) });
    const code = totp.generate({ timestamp: now.getTime() });
    await agent.put('/api/auth/second-factor/authenticator').send({ code }).expect(200);
  }

  async function addPasskey(person: Person): Promise<string> {
    await app.confirm(person);
    const agent = app.as(person);
    const options = dataOf<never>(await agent.post('/api/auth/second-factor/passkeys/options').expect(200));
    const answer = new SoftwareAuthenticator(app.url).create(options);
    await agent.post('/api/auth/second-factor/passkeys').send({ name: 'Telephone', answer }).expect(200);
    const own = await agent.get('/api/auth/second-factor').expect(200);
    return dataOf<{ passkeys: { _id: string }[] }>(own).passkeys[0]?._id ?? '';
  }

  async function open({ token }: Person): Promise<Socket> {
    const socket = io(app.url, { auth: { token }, reconnection: false, transports: ['websocket'] });
    sockets.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return socket;
  }

  it('is announced for the days of grace; then it comes before everything else', async () => {
    const [head, person] = [await app.person('super_admin'), await newPerson()];
    expect(await needed(person)).toBeNull();
    expect((await set(head, ['staff'], 7)).status).toBe(200);
    const dueAt = new Date(now.getTime() + days(7)).toISOString();
    expect(await needed(person)).toEqual({ dueAt, isOverdue: false });
    await staff(person).expect(200);
    wait(days(7) - 1);
    const late = await again(person);
    await staff(late).expect(200);
    wait(1);
    for (const session of [late, await again(person)]) {
      expect(codeOf(await staff(session).expect(403))).toBe('SECOND_FACTOR_SETUP_REQUIRED');
      expect(await needed(session)).toEqual({ dueAt, isOverdue: true });
    }
    await addApp(late);
    expect(await needed(late)).toBeNull();
    await staff(late).expect(200);
  });

  it('is needed at once without grace, in sessions and sockets that are open', async () => {
    const [head, person, other] = [await app.person('super_admin'), await newPerson(), await newPerson('manager')];
    const [socket, untouched] = [await open(person), await open(other)];
    const closed = disconnected(socket);
    expect((await set(head, ['staff'], 0)).status).toBe(200);
    await closed;
    expect(untouched.connected).toBe(true);
    expect(codeOf(await staff(person).expect(403))).toBe('SECOND_FACTOR_SETUP_REQUIRED');
    await expect(open(person)).rejects.toThrow('UNAUTHENTICATED');
    await addPasskey(person);
    await staff(person).expect(200);
    expect((await open(person)).connected).toBe(true);
    expect((await set(head, [], 0)).status).toBe(200);
    await staff(await newPerson()).expect(200);
  });

  it('closes the sockets of a person when the days of grace are over', async () => {
    const [head, person] = [await app.person('super_admin'), await newPerson()];
    await set(head, ['staff'], 1);
    await staff(person).expect(200);
    const socket = await open(person);
    const listener = app.services.get(AccessListener);
    await listener.followEnds();
    expect(socket.connected).toBe(true);
    wait(days(1));
    const closed = disconnected(socket);
    await listener.followEnds();
    await closed;
  });

  it('leaves time to people who join, rise to the role or come back, and none to others of the role', async () => {
    const head = await app.person('super_admin');
    const [person, riser] = [await newPerson('manager'), await newPerson('staff')];
    await set(head, ['manager'], 5);
    wait(days(6));
    const joined = await newPerson('manager');
    const [overdue, risen] = [await again(person), await again(riser)];
    expect(await needed(overdue)).toMatchObject({ isOverdue: true });
    const inFiveDays = { dueAt: new Date(now.getTime() + days(5)).toISOString(), isOverdue: false };
    expect(await needed(joined)).toEqual(inFiveDays);
    expect(await needed(risen)).toBeNull();
    await app.confirm(head);
    const change = (body: object) => app.as(head).put(`/api/staff/${riser.id}`).send(body);
    await change({ role: 'manager', version: 1 }).expect(200);
    expect(await needed(risen)).toEqual(inFiveDays);
    // Saving the person again gives no more time.
    wait(days(1));
    await change({ department: 'Front desk', version: 2 }).expect(200);
    expect(await needed(await again(risen))).toEqual(inFiveDays);
    // A longer grace period counts from the same days.
    await set(head, ['manager', 'staff'], 9);
    expect(await needed(await again(overdue))).toMatchObject({ isOverdue: false });
  });

  it('cannot be removed as the last one, also by two requests at once, and can by an administrator', async () => {
    const [head, person] = [await app.person('super_admin'), await newPerson()];
    await addApp(person);
    const passkey = await addPasskey(person);
    await set(head, ['staff'], 30);
    const agent = app.as(person);
    const removals = await Promise.all([
      agent.delete('/api/auth/second-factor/authenticator'),
      agent.delete(`/api/auth/second-factor/passkeys/${passkey}`),
    ]);
    expect(removals.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(removals.map(codeOf)).toContain('LAST_SECOND_FACTOR');
    await app.confirm(head);
    await app.as(head).delete(`/api/staff/${person.id}/second-factor`).expect(200);
    // The time that this person had is over.
    wait(days(30));
    expect(codeOf(await staff(await again(person)).expect(403))).toBe('SECOND_FACTOR_SETUP_REQUIRED');
  });

  it.each(['app', 'passkey'] as const)('cannot be removed where it is the only one: %s', async (kind) => {
    const [head, person] = [await app.person('super_admin'), await newPerson()];
    const path =
      kind === 'app' ? await addApp(person).then(() => 'authenticator') : `passkeys/${await addPasskey(person)}`;
    await set(head, ['staff'], 30);
    const remove = () => app.as(person).delete(`/api/auth/second-factor/${path}`);
    expect(codeOf(await remove().expect(409))).toBe('LAST_SECOND_FACTOR');
    await set(head, [], 30);
    await remove().expect(200);
  });

  it('is required by those who have one themselves, after a confirmation, and is audited', async () => {
    const head = await app.person('super_admin');
    expect(codeOf(await set(head, ['super_admin'], 7))).toBe('OWN_SECOND_FACTOR_MISSING');
    await addApp(head);
    expect((await set(head, ['super_admin', 'lab_admin'], 7)).status).toBe(200);
    const send = (body: object) => app.as(head).put('/api/settings/network/second-factor').send(body);
    const stale = await send({ requiredRoles: [], graceDays: 7, version: 1 }).expect(409);
    expect(stale.body).toMatchObject({ code: 'VERSION_CONFLICT', conflict: { current: { graceDays: 7 } } });
    for (const graceDays of [-1, 61, 1.5]) await send({ requiredRoles: [], graceDays, version: 2 }).expect(400);
    await send({ requiredRoles: ['staff', 'staff'], graceDays: 7, version: 2 }).expect(400);
    wait(600_000);
    expect(codeOf(await send({ requiredRoles: [], graceDays: 7, version: 2 }).expect(403))).toBe(
      'CONFIRMATION_REQUIRED',
    );
    const audit = app.services.get<Connection>(getConnectionToken()).collection('audit');
    const row = await audit.findOne({ entity: 'second-factor-policy' });
    expect(row).toMatchObject({ by: { _id: head.user._id }, action: 'second-factor-policy.updated' });
    expect(JSON.stringify(row)).toContain('["super_admin","lab_admin"]');
  });

  it('is a rule that is gone if it is removed while it is changed', async () => {
    const head = await app.person('super_admin');
    await set(head, ['staff'], 7);
    const rules = app.services.get<Connection>(getConnectionToken()).collection('second_factor_policies');
    const repository = app.services.get(SecondFactorPolicyRepository);
    // What each session asks is known from here on.
    await staff(head).expect(200);
    const before = await repository.get();
    await rules.deleteMany({});
    jest.spyOn(repository, 'get').mockResolvedValueOnce(before);
    const missing = await app
      .as(head)
      .put('/api/settings/network/second-factor')
      .send({ requiredRoles: [], graceDays: 7, version: 2 });
    expect(codeOf(missing)).toBe('NOT_FOUND');
  });
});

import type { Failure, PasskeyCreation, PasskeyRequest, RecoveryCodes, SecondFactor } from '@shifa/contract';
import { SoftwareAuthenticator } from '../../../../test/software-authenticator';
import { PASSWORD, type Person, TestApp } from '../../../../test/test-app';
import { Clock } from '../../../platform/time/clock';

type Response = { status: number; body: unknown };
type Envelope<Data> = { data: Data };

const dataOf = <Data>({ body }: Response): Envelope<Data>['data'] => (body as Envelope<Data>).data;

const codeOf = ({ body }: Response) => (body as Failure).code;

describe('a passkey', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  const newPerson = async () => app.person('staff', { laboratoryId: (await app.laboratory())._id });
  const request = async () => dataOf<PasskeyRequest>(await app.http.post('/api/auth/passkey/options').expect(200));
  const signIn = (answer: object) => app.http.post('/api/auth/passkey').send({ answer });
  const creation = async (person: Person) =>
    dataOf<PasskeyCreation>(await app.as(person).post('/api/auth/second-factor/passkeys/options').expect(200));
  const add = (person: Person, answer: object, name = 'Telephone') =>
    app.as(person).post('/api/auth/second-factor/passkeys').send({ name, answer });
  const own = async (person: { token: string }) =>
    dataOf<SecondFactor>(await app.as(person).get('/api/auth/second-factor').expect(200));

  async function withPasskey(person?: Person) {
    const owner = person ?? (await newPerson());
    const authenticator = new SoftwareAuthenticator(app.url);
    const added = await add(owner, authenticator.create(await creation(owner))).expect(200);
    return { ...owner, authenticator, recoveryCodes: dataOf<RecoveryCodes>(added).recoveryCodes };
  }

  it('signs its person in without a password, and is a second factor beside it', async () => {
    const { user, authenticator, recoveryCodes } = await withPasskey();
    expect(recoveryCodes).toHaveLength(10);
    const { token } = dataOf<{ token: string }>(await signIn(authenticator.get(await request())).expect(200));
    const { passkeys } = await own({ token });
    expect(passkeys).toMatchObject([{ name: 'Telephone', backedUp: false }]);
    expect(passkeys[0]?.lastUsedAt).not.toBeNull();
    const answer = await app.http.post('/api/auth/login').send({ email: user.email, password: PASSWORD }).expect(401);
    const { secondStep } = answer.body as Failure;
    expect(secondStep?.methods).toEqual(['passkey', 'recovery']);
    await app.http
      .post('/api/auth/second-factor')
      .send({ ticket: secondStep?.ticket, code: recoveryCodes[0] })
      .expect(200);
  });

  it('is renamed by its owner, and by no one else', async () => {
    const [owner, other] = [await withPasskey(), await newPerson()];
    const [passkey] = (await own(owner)).passkeys;
    const rename = (who: Person, name: string) =>
      app
        .as(who)
        .put(`/api/auth/second-factor/passkeys/${passkey?._id ?? ''}`)
        .send({ name });
    await rename(owner, 'Key on the ring').expect(200);
    expect((await own(owner)).passkeys).toMatchObject([{ name: 'Key on the ring' }]);
    expect(codeOf(await rename(other, 'Mine').expect(404))).toBe('SECOND_FACTOR_NOT_FOUND');
    await rename(owner, ' ').expect(400);
  });

  it('answers each challenge once, within five minutes, and only one that was asked', async () => {
    const { authenticator } = await withPasskey();
    const answer = authenticator.get(await request());
    await signIn(answer).expect(200);
    expect(codeOf(await signIn(answer).expect(400))).toBe('PASSKEY_REFUSED');
    const old = await request();
    const late = new Date(Date.now() + 301_000);
    jest.spyOn(app.services.get(Clock), 'now').mockReturnValue(late);
    await signIn(authenticator.get(old)).expect(400);
    jest.restoreAllMocks();
    const own = { ...(await request()), challenge: 'b3duLWNoYWxsZW5nZQ' };
    await signIn(authenticator.get(own)).expect(400);
  });

  it('is refused for another site, without verification of the person, or as a copy', async () => {
    const { authenticator } = await withPasskey();
    const attempt = async (ways: Parameters<SoftwareAuthenticator['get']>[1], rpId?: string) =>
      signIn(authenticator.get({ ...(await request()), ...(rpId !== undefined && { rpId }) }, ways));
    expect((await attempt({ counter: 7 })).status).toBe(200);
    const refused = [
      await attempt({ origin: 'https://shifa.example.attacker.example', counter: 8 }),
      await attempt({ counter: 8 }, 'attacker.example'),
      await attempt({ verified: false, counter: 8 }),
      await attempt({ counter: 7 }),
    ];
    expect(refused.map(codeOf)).toEqual(Array(4).fill('PASSKEY_REFUSED'));
    expect((await attempt({ counter: 8 })).status).toBe(200);
  });

  it('of someone else neither signs in nor confirms', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()];
    const stolen = one.authenticator.get(await request());
    await signIn({ ...stolen, id: other.authenticator.get(await request()).id }).expect(400);
    const confirm = (person: Person, answer: object) => app.as(person).post('/api/auth/confirm').send({ answer });
    expect(codeOf(await confirm(one, other.authenticator.get(await request())).expect(400))).toBe('PASSKEY_REFUSED');
    await confirm(one, one.authenticator.get(await request())).expect(200);
  });

  it('is added only with a challenge for that, from the same person, and once', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const authenticator = new SoftwareAuthenticator(app.url);
    const { challenge } = await request();
    expect(codeOf(await add(one, authenticator.create({ ...(await creation(one)), challenge })).expect(400))).toBe(
      'PASSKEY_REFUSED',
    );
    await add(other, authenticator.create(await creation(one))).expect(400);
    await add(one, authenticator.create(await creation(one), { verified: false })).expect(400);
    await add(one, authenticator.create(await creation(one))).expect(200);
    // The same credential belongs to one person only.
    await add(other, authenticator.create(await creation(other))).expect(400);
    expect((await creation(one)).excludeCredentials).toHaveLength(1);
  });

  it('is refused to those who cannot sign in', async () => {
    const { authenticator, user } = await withPasskey();
    await app
      .as(await app.person('super_admin'))
      .put(`/api/staff/${user._id.toHexString()}`)
      .send({ status: 'suspended', version: user.version })
      .expect(200);
    expect(codeOf(await signIn(authenticator.get(await request())).expect(403))).toBe('ACCOUNT_INACTIVE');
  });

  it('is removed by its person; the recovery codes end with the last', async () => {
    const person = await withPasskey();
    expect((await withPasskey(person)).recoveryCodes).toEqual([]);
    const [first, second] = (await own(person)).passkeys;
    const remove = (who: Person, id = '') => app.as(who).delete(`/api/auth/second-factor/passkeys/${id}`);
    expect(codeOf(await remove(await newPerson(), first?._id).expect(404))).toBe('SECOND_FACTOR_NOT_FOUND');
    await remove(person, first?._id).expect(200);
    await signIn(person.authenticator.get(await request())).expect(400);
    expect((await own(person)).recoveryCodesLeft).toBe(10);
    await remove(person, second?._id).expect(200);
    expect(await own(person)).toEqual({ authenticator: null, passkeys: [], recoveryCodesLeft: 0 });
    await app.login({ email: person.user.email, password: PASSWORD });
  });
});

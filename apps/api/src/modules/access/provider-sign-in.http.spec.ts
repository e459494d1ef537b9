import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { Failure, SessionUser, StartedSession } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { Browser, OpenidProvider, SECRET } from '../../../test/openid-provider';
import { SoftwareAuthenticator } from '../../../test/software-authenticator';
import { PASSWORD, type Person, TestApp } from '../../../test/test-app';
import { Clock } from '../../platform/time/clock';

type Response = { status: number; body: unknown; headers: Record<string, unknown> };
type Envelope<Data> = { data: Data };
type Attempt = { address: string; cookie: string; state: string };

const dataOf = <Data>({ body }: Pick<Response, 'body'>): Envelope<Data>['data'] => (body as Envelope<Data>).data;
const codeOf = ({ body }: Pick<Response, 'body'>) => (body as Failure).code;
const PUBLIC_URL = 'https://lab.example';
const RETURN = `${PUBLIC_URL}/login/return`;

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claimsIn = (token: unknown) =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

/** A token as someone else would sign it. */
function forged(claims: object, header: object = { alg: 'RS256', kid: 'another' }): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const content = `${base64(header)}.${base64(claims)}`;
  return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
}

describe('a sign-in with the provider', () => {
  let provider: OpenidProvider;
  let app: TestApp;
  let subjects = 0;

  beforeAll(async () => {
    provider = await OpenidProvider.start();
    const settings = { issuer: provider.issuer, clientId: 'shifa', clientSecret: SECRET, label: 'Example ID' };
    app = await TestApp.start({ publicUrl: PUBLIC_URL, provider: settings });
    provider.serve([
      { clientId: 'shifa', redirectUri: RETURN, appUrl: app.url },
      { clientId: 'other', redirectUri: 'https://other.example/return' },
    ]);
  });
  afterAll(async () => {
    await app.close();
    await provider.close();
  });
  afterEach(() => {
    provider.tamper = undefined;
    provider.isAway = false;
    jest.restoreAllMocks();
  });

  const collection = (name: string) => app.services.get<Connection>(getConnectionToken()).collection(name);

  async function start(): Promise<Attempt> {
    const answer = (await app.http.post('/api/auth/provider').expect(200)) as Response;
    const { url: address } = dataOf<{ url: string }>(answer);
    const [cookie = ''] = answer.headers['set-cookie'] as string[];
    return { address, cookie: cookie.split(';')[0] ?? '', state: new URL(address).searchParams.get('state') ?? '' };
  }

  /** The person of the provider signs in there, and the browser comes back. */
  async function returned({ address }: Pick<Attempt, 'address'>, subject: string, browser = new Browser()) {
    provider.person = subject;
    const { address: page } = await browser.open(address, RETURN);
    return Object.fromEntries(page.searchParams) as { code: string; state: string; iss: string };
  }

  const complete = (answer: object, cookie: string) =>
    app.http.post('/api/auth/provider/session').set('cookie', cookie).send(answer);

  async function signIn(subject: string, browser = new Browser()) {
    const attempt = await start();
    return complete(await returned(attempt, subject, browser), attempt.cookie);
  }

  function known(email: string, rest: { email_verified?: boolean; amr?: string[] } = {}): string {
    subjects += 1;
    const subject = `subject-${subjects}`;
    provider.people.set(subject, { email, email_verified: true, ...rest });
    return subject;
  }

  const newPerson = async () => app.person('staff', { laboratoryId: (await app.laboratory())._id });

  it('is offered by its name, and starts at the provider and nowhere else', async () => {
    expect(dataOf(await app.http.get('/api/auth/provider').expect(200))).toEqual({ label: 'Example ID' });
    const answer = (await app.http
      .post('/api/auth/provider?to=https://evil.example')
      .set('X-Forwarded-Host', 'evil.example')
      .send({ to: 'https://evil.example' })
      .expect(200)) as Response;
    const address = new URL(dataOf<{ url: string }>(answer).url);
    expect(address.origin).toBe(provider.issuer);
    expect(address.searchParams.get('redirect_uri')).toBe(RETURN);
    expect(address.searchParams.get('code_challenge_method')).toBe('S256');
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^provider-[\w-]{12}=[\w-]{43}; Path=\/api\/auth\/provider; Max-Age=600; HttpOnly; SameSite=Strict/,
      ),
    ]);
    const stored = JSON.stringify(await collection('one_time_values').find().toArray());
    const { state, cookie } = await start();
    for (const secret of [state, cookie.split('=')[1] ?? '']) expect(stored).not.toContain(secret);
  });

  it('links by a verified email address once, then by the subject', async () => {
    const person = await newPerson();
    const subject = known(person.user.email.toUpperCase());
    const { token, user } = dataOf<StartedSession>(await signIn(subject).then((answer) => answer));
    expect(user._id).toBe(person.id);
    await app.as({ token }).get('/api/auth/me').expect(200);
    provider.people.set(subject, { email: 'another@shifa.example', email_verified: false });
    expect(dataOf<StartedSession>(await signIn(subject)).user._id).toBe(person.id);
    const actions = await collection('audit').find({ entityId: person.user._id }).toArray();
    expect(actions.filter(({ action }) => action === 'provider.linked')).toHaveLength(1);
    const notices = await collection('notifications').find({ recipientId: person.user._id }).toArray();
    expect(notices.map(({ title }) => title as string)).toEqual(['Sign-in with your organisation']);
    // Someone else of the provider who gets the same address does not become the same person here.
    expect(codeOf(await signIn(known(person.user.email)))).toBe('PROVIDER_ACCOUNT_UNKNOWN');
  });

  it('links once, also of 8 at the same time', async () => {
    const person = await newPerson();
    const subject = known(person.user.email);
    const attempts = await Promise.all(Array.from({ length: 8 }, start));
    const answers = [];
    for (const attempt of attempts) answers.push({ attempt, answer: await returned(attempt, subject) });
    const results = await Promise.all(answers.map(({ attempt, answer }) => complete(answer, attempt.cookie)));
    expect(results.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await collection('provider_links').countDocuments({ userId: person.user._id })).toBe(1);
  });

  it('belongs to nobody without a verified address of an account; nobody is created', async () => {
    const person = await newPerson();
    const before = await collection('users').countDocuments();
    const subjectsOf = [known(person.user.email, { email_verified: false }), known('nobody@shifa.example')];
    for (const subject of subjectsOf) {
      const answer = await signIn(subject);
      expect([answer.status, codeOf(answer)]).toEqual([403, 'PROVIDER_ACCOUNT_UNKNOWN']);
    }
    expect(await collection('users').countDocuments()).toBe(before);
    expect(await collection('provider_links').countDocuments({ userId: person.user._id })).toBe(0);
  });

  it('ends to belong to an account that gets another address', async () => {
    const [head, person] = [await app.person('super_admin'), await newPerson()];
    const subject = known(person.user.email);
    expect((await signIn(subject)).status).toBe(200);
    const change = { email: `new.${person.user.email}`, version: 1 };
    await app.as(head).put(`/api/staff/${person.id}`).send(change).expect(200);
    expect(codeOf(await signIn(subject))).toBe('PROVIDER_ACCOUNT_UNKNOWN');
    expect((await signIn(known(change.email))).status).toBe(200);
  });

  it.each(['suspended', 'exited'] as const)('opens no account that is %s', async (status) => {
    const person = await newPerson();
    const subject = known(person.user.email);
    expect((await signIn(subject)).status).toBe(200);
    await collection('users').updateOne({ _id: person.user._id }, { $set: { status } });
    expect(codeOf(await signIn(subject))).toBe('ACCOUNT_INACTIVE');
    const never = await app.user('staff', { laboratoryId: person.user.laboratoryId, status });
    expect(codeOf(await signIn(known(never.email)))).toBe('ACCOUNT_INACTIVE');
    expect(await collection('provider_links').countDocuments({ userId: never._id })).toBe(0);
  });

  it('is finished once, within ten minutes, in the browser in which it began', async () => {
    const subject = known((await newPerson()).user.email);
    const attempt = await start();
    const answer = await returned(attempt, subject);
    const other = await start();
    for (const cookie of ['', other.cookie, `${attempt.cookie.split('=')[0] ?? ''}=nonsense`]) {
      expect(codeOf(await complete(answer, cookie).expect(401))).toBe('SIGN_IN_EXPIRED');
    }
    const results = await Promise.all([complete(answer, attempt.cookie), complete(answer, attempt.cookie)]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 401]);
    const late = await start();
    const lateAnswer = await returned(late, subject);
    jest.spyOn(app.services.get(Clock), 'now').mockReturnValue(new Date(Date.now() + 600_000));
    expect(codeOf(await complete(lateAnswer, late.cookie).expect(401))).toBe('SIGN_IN_EXPIRED');
  });

  it('accepts no code of another sign-in, of another client, or that was used', async () => {
    const subject = known((await newPerson()).user.email);
    const [first, second] = [await start(), await start()];
    const answer = await returned(first, subject);
    const cookies = `${first.cookie}; ${second.cookie}`;
    const swapped = { ...answer, state: second.state };
    expect(codeOf(await complete(swapped, cookies).expect(400))).toBe('PROVIDER_REFUSED');
    const third = await start();
    const used = await returned(third, subject);
    expect((await complete(used, third.cookie)).status).toBe(200);
    const fourth = await start();
    expect(codeOf(await complete({ ...used, state: fourth.state }, fourth.cookie).expect(400))).toBe(
      'PROVIDER_REFUSED',
    );

    const fifth = await start();
    const elsewhere = new URL(fifth.address);
    elsewhere.searchParams.set('client_id', 'other');
    elsewhere.searchParams.set('redirect_uri', 'https://other.example/return');
    const { address } = await new Browser().open(elsewhere.href, 'https://other.example/');
    const code = address.searchParams.get('code');
    expect(code).not.toBeNull();
    const stolen = { code, state: fifth.state, iss: provider.issuer };
    expect(codeOf(await complete(stolen, fifth.cookie).expect(400))).toBe('PROVIDER_REFUSED');
  });

  it.each<[string, (claims: Record<string, unknown>) => string]>([
    ['that nobody has signed', (claims) => `${base64({ alg: 'none' })}.${base64(claims)}.`],
    ['that someone else has signed', (claims) => forged(claims)],
    ['of another issuer', (claims) => forged({ ...claims, iss: 'https://evil.example' })],
    [
      'that is signed with the secret of the client',
      (claims) => {
        const content = `${base64({ alg: 'HS256' })}.${base64(claims)}`;
        return `${content}.${createHmac('sha256', SECRET).update(content).digest('base64url')}`;
      },
    ],
  ])('accepts no token %s', async (_, change) => {
    const person = await newPerson();
    const subject = known(person.user.email);
    provider.tamper = (tokens) => ({ ...tokens, id_token: change(claimsIn(tokens.id_token)) });
    expect(codeOf(await signIn(subject))).toBe('PROVIDER_REFUSED');
    expect(await collection('provider_links').countDocuments({ userId: person.user._id })).toBe(0);
  });

  it('accepts no token of another sign-in, and no answer in the name of another provider', async () => {
    const subject = known((await newPerson()).user.email);
    let earlier: unknown;
    provider.tamper = (tokens) => {
      earlier = tokens.id_token;
      return tokens;
    };
    expect((await signIn(subject)).status).toBe(200);
    provider.tamper = (tokens) => ({ ...tokens, id_token: earlier });
    expect(codeOf(await signIn(subject))).toBe('PROVIDER_REFUSED');
    provider.tamper = undefined;
    for (const iss of ['https://evil.example', undefined]) {
      const attempt = await start();
      const answer = { ...(await returned(attempt, subject)), iss };
      expect(codeOf(await complete(answer, attempt.cookie).expect(400))).toBe('PROVIDER_REFUSED');
    }
  });

  it('asks for the second factor of the account, unless the provider has checked several factors', async () => {
    const person = await newPerson();
    const recovery = await withFactor(person);
    const subject = known(person.user.email, { amr: ['pwd'] });
    const answer = await signIn(subject);
    expect([answer.status, codeOf(answer)]).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
    const ticket = (answer.body as Failure).secondStep?.ticket;
    const finished = await app.http.post('/api/auth/second-factor').send({ ticket, code: recovery }).expect(200);
    const session = await sessionOf(dataOf<StartedSession>(finished));
    expect(session?.provider).toMatchObject({ subject });
    provider.people.set(subject, { email: '', email_verified: false, amr: ['pwd', 'otp', 'mfa'] });
    expect((await signIn(subject)).status).toBe(200);
  });

  it('needs no change of a temporary password, and confirms only what the provider has just checked', async () => {
    const person = await newPerson();
    await collection('users').updateOne({ _id: person.user._id }, { $set: { mustChangePassword: true } });
    const browser = new Browser();
    const subject = known(person.user.email);
    const fresh = dataOf<StartedSession>(await signIn(subject, browser));
    expect(fresh.user.mustChangePassword).toBe(false);
    const me = await app.as(fresh).get('/api/auth/me').expect(200);
    expect(dataOf<{ user: SessionUser }>(me).user.mustChangePassword).toBe(false);
    await app.as(fresh).get('/api/auth/sessions').expect(200);
    await app.as(fresh).post('/api/auth/second-factor/authenticator').expect(200);
    // With its temporary password, it is as before.
    const other = { token: await app.login({ email: person.user.email, password: PASSWORD }) };
    expect(codeOf(await app.as(other).get('/api/auth/sessions').expect(403))).toBe('PASSWORD_CHANGE_REQUIRED');
    const { _id } = (await sessionOf(fresh)) ?? {};
    await collection('sessions').updateOne({ _id: _id }, { $set: { confirmedAt: new Date(0) } });
    await app.as(fresh).post('/api/auth/confirm').send({ password: PASSWORD }).expect(200);
  });

  it('ends at the provider as well', async () => {
    const person = await newPerson();
    const browser = new Browser();
    const session = dataOf<StartedSession>(await signIn(known(person.user.email), browser));
    const logout = (who: { token: string }) => app.as(who).post('/api/auth/provider/logout').expect(200);
    const { url: address } = dataOf<{ url: string }>(await logout(session));
    expect(address.startsWith(`${provider.issuer}/session/end?`)).toBe(true);
    await app.as(session).get('/api/auth/me').expect(401);
    const { body } = await browser.open(address, PUBLIC_URL);
    const left = await confirmLogout(browser, body);
    expect(left.href).toContain(`${PUBLIC_URL}/login`);
    // A session with a password is none of the provider's.
    expect(dataOf(await logout(person))).toEqual({ url: null });
  });

  it('ends when the provider says so, and with nobody else’s word', async () => {
    const person = await newPerson();
    const [browser, subject] = [new Browser(), known(person.user.email)];
    let idToken: unknown;
    provider.tamper = (tokens) => {
      idToken = tokens.id_token;
      return tokens;
    };
    const session = dataOf<StartedSession>(await signIn(subject, browser));
    const elsewhere = dataOf<StartedSession>(await signIn(subject));
    const { iss, aud, sid } = claimsIn(idToken);
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const said = { iss, aud, sid, sub: subject, iat: Math.floor(Date.now() / 1000), jti: 'one', events };
    const say = (token: unknown) =>
      app.http.post('/api/auth/provider/back-channel-logout').type('form').send({ logout_token: token });
    for (const token of [forged(said), `${base64({ alg: 'none' })}.${base64(said)}.`, idToken, 'nonsense']) {
      expect(codeOf(await say(token).expect(400))).toBe('PROVIDER_REFUSED');
    }
    await app.as(session).get('/api/auth/me').expect(200);
    const sessions = collection('sessions');
    const ofBrowser = { 'provider.subject': subject, 'provider.sid': { $ne: sid } };
    const { _id: _, ...row } = (await sessions.findOne(ofBrowser)) ?? {};
    await sessions.insertMany(Array.from({ length: 120 }, () => ({ ...row })));

    const end = `${provider.issuer}/session/end?client_id=shifa`;
    const told = provider.nextLogout();
    await confirmLogout(browser, (await browser.open(end, PUBLIC_URL)).body);
    await told;
    await app.as(session).get('/api/auth/me').expect(401);
    expect(await sessions.countDocuments(ofBrowser)).toBe(0);
    // Of another browser, which is another session at the provider.
    await app.as(elsewhere).get('/api/auth/me').expect(200);
    await app.as(person).get('/api/auth/me').expect(200);
  });

  it('waits for a provider that is away, and is not offered without one', async () => {
    const subject = known((await newPerson()).user.email);
    const attempt = await start();
    const answer = await returned(attempt, subject);
    provider.isAway = true;
    expect(codeOf(await complete(answer, attempt.cookie).expect(503))).toBe('PROVIDER_UNAVAILABLE');
    const settings = { issuer: provider.issuer, clientId: 'shifa', clientSecret: SECRET, label: 'Example ID' };
    const [late, without] = [
      await TestApp.start({ publicUrl: PUBLIC_URL, provider: settings }),
      await TestApp.start({ publicUrl: PUBLIC_URL }),
    ];
    const send = (to: TestApp) => [
      to.http.post('/api/auth/provider'),
      to.http.post('/api/auth/provider/back-channel-logout').type('form').send({ logout_token: 'a.b.c' }),
    ];
    for (const sent of send(late)) expect(codeOf(await sent.expect(503))).toBe('PROVIDER_UNAVAILABLE');
    provider.isAway = false;
    await late.http.post('/api/auth/provider').expect(200);
    expect(dataOf(await without.http.get('/api/auth/provider').expect(200))).toEqual({ label: null });
    for (const sent of send(without)) expect(codeOf(await sent.expect(409))).toBe('CHANNEL_NOT_OFFERED');
    await Promise.all([late.close(), without.close()]);
  });

  it('is not finished where the provider was removed meanwhile', async () => {
    const attempt = await start();
    const answer = await returned(attempt, known((await newPerson()).user.email));
    const without = await TestApp.start({ publicUrl: PUBLIC_URL, mongodbUri: app.mongodbUri });
    const refused = await without.http.post('/api/auth/provider/session').set('cookie', attempt.cookie).send(answer);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'CHANNEL_NOT_OFFERED']);
    await without.close();
  });

  async function withFactor(person: Person): Promise<string> {
    const agent = app.as(person);
    const options = dataOf<never>(await agent.post('/api/auth/second-factor/passkeys/options').expect(200));
    const answer = new SoftwareAuthenticator(PUBLIC_URL).create(options);
    const added = await agent.post('/api/auth/second-factor/passkeys').send({ name: 'Telephone', answer }).expect(200);
    return dataOf<{ recoveryCodes: string[] }>(added).recoveryCodes[0] ?? '';
  }

  async function sessionOf({ token }: { token: string }) {
    const { sid } = claimsIn(token);
    const rows = await collection('sessions').find().toArray();
    return rows.find(({ _id }) => _id.toHexString() === sid);
  }

  async function confirmLogout(browser: Browser, page: string): Promise<URL> {
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const { address } = await browser.open(`${provider.issuer}/session/end/confirm`, PUBLIC_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
    });
    return address;
  }
});

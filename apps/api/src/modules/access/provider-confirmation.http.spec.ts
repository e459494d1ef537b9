import type { Failure } from '@shifa/contract';
import { Browser } from '../../../test/openid-provider';
import { PROVIDER_PUBLIC_URL, ProviderDesk } from '../../../test/provider-desk';
import { TestApp } from '../../../test/test-app';
import { Clock } from '../../platform/time/clock';

type Signed = { token: string };
type Visit = { answer: Record<string, string>; cookie: string };

const PATH = '/api/auth/provider/confirmation';
const MINUTE = 60_000;
/** As by a provider that does not care what it was asked for. */
const ignored = ({ searchParams }: URL) => ['prompt', 'max_age'].forEach((name) => searchParams.delete(name));
const codeOf = ({ body }: { body: unknown }) => (body as Failure).code;

describe('a confirmation with the provider', () => {
  let desk: ProviderDesk;
  let app: TestApp;
  beforeAll(async () => {
    desk = await ProviderDesk.open();
    ({ app } = desk);
  });
  afterAll(() => desk.close());
  afterEach(() => {
    desk.provider.tamper = undefined;
    desk.provider.isAway = false;
    desk.provider.signedInAt = undefined;
    jest.restoreAllMocks();
  });

  const newPerson = async () => app.person('staff', { laboratoryId: (await app.laboratory())._id });
  const users = () => desk.collection('users');

  /** Someone whose sign-in at the provider is too long ago to change anything that needs a confirmation. */
  async function signedIn() {
    const person = await newPerson();
    const subject = desk.known(person.user.email);
    const browser = new Browser();
    const session = await desk.session(subject, browser);
    await forget();
    return { person, subject, browser, session };
  }

  const forget = () => desk.collection('sessions').updateMany({}, { $set: { confirmedAt: new Date(0) } });

  /** The visit to the provider, as far as the page that it sends the browser back to. */
  async function visit(who: Signed, subject: string, browser = new Browser(), change?: (url: URL) => void) {
    const started = await app.as(who).post(PATH).expect(200);
    const url = new URL((started.body as { data: { url: string } }).data.url);
    change?.(url);
    const [cookie = ''] = started.headers['set-cookie'] as unknown as string[];
    desk.provider.person = subject;
    const { address } = await browser.open(url.href, desk.returnTo);
    const answer = Object.fromEntries(address.searchParams);
    return { url, answer, cookie: cookie.split(';')[0] ?? '' };
  }

  const confirm = (who: Signed, { answer, cookie }: Visit, to = app) =>
    to.as(who).put(PATH).set('cookie', cookie).send(answer);

  /** Whether the session may do what needs a confirmation. */
  async function isConfirmed(who: Signed): Promise<boolean> {
    const answer = await app.as(who).post('/api/auth/second-factor/authenticator');
    if (answer.status !== 200) expect(codeOf(answer)).toBe('CONFIRMATION_REQUIRED');
    return answer.status === 200;
  }

  it('asks the person to sign in there again, and then lets the same session go on', async () => {
    const { session, subject, browser, person } = await signedIn();
    expect(await isConfirmed(session)).toBe(false);
    const count = await desk.collection('sessions').countDocuments();
    const { url, ...returned } = await visit(session, subject, browser);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      prompt: 'login',
      max_age: '0',
      login_hint: person.user.email,
      state: expect.stringMatching(/^confirm\.[\w-]{43}$/) as string,
    });
    expect(await isConfirmed(session)).toBe(false);
    const answer = await confirm(session, returned).expect(200);
    expect(answer.body).toEqual({ success: true, message: 'Confirmed', data: null });
    expect(await isConfirmed(session)).toBe(true);
    expect(await desk.collection('sessions').countDocuments()).toBe(count);
    const actions = await desk.collection('audit').find({ entityId: person.user._id }).toArray();
    expect(actions.map(({ action }) => action as string)).toContain('session.confirmed');
  });

  it('counts from when the person signed in there', async () => {
    const { session, subject } = await signedIn();
    const returned = await visit(session, subject);
    const clock = jest.spyOn(app.services.get(Clock), 'now');
    clock.mockReturnValue(new Date(Date.now() + 9.5 * MINUTE));
    await confirm(session, returned).expect(200);
    expect(await isConfirmed(session)).toBe(true);
    clock.mockReturnValue(new Date(Date.now() + 10.5 * MINUTE));
    expect(await isConfirmed(session)).toBe(false);
  });

  it('of another person of the provider confirms nothing, and leaves the session to its person', async () => {
    const { session, person, subject } = await signedIn();
    const stranger = await newPerson();
    const others = [
      desk.known(stranger.user.email),
      desk.known('unknown@example.com'),
      // Who has taken over the address there.
      desk.known(person.user.email),
    ];
    for (const other of others) {
      const refused = await confirm(session, await visit(session, other));
      expect([refused.status, codeOf(refused)]).toEqual([403, 'PROVIDER_OTHER_PERSON']);
    }
    expect(await isConfirmed(session)).toBe(false);
    const me = await app.as(session).get('/api/auth/me').expect(200);
    expect((me.body as { data: { user: { _id: string } } }).data.user._id).toBe(person.id);
    const links = desk.collection('provider_links');
    expect(await links.countDocuments({ userId: stranger.user._id })).toBe(0);
    expect(await links.findOne({ userId: person.user._id })).toMatchObject({ subject });
  });

  it.each<[string, number]>([
    ['before it began', -2 * MINUTE],
    ['after now', 2 * MINUTE],
    ['this morning', -6 * 60 * MINUTE],
  ])('needs a sign-in during it, and not one %s', async (_, shift) => {
    const { session, subject } = await signedIn();
    desk.provider.signedInAt = () => new Date(Date.now() + shift);
    const returned = await visit(session, subject, new Browser(), ignored);
    const refused = await confirm(session, returned);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'PROVIDER_SIGN_IN_OLD']);
    expect(await isConfirmed(session)).toBe(false);
  });

  it('is none where the provider does not say when the person signed in', async () => {
    const { session, subject } = await signedIn();
    desk.serve({ saysWhen: false });
    const returned = await visit(session, subject, new Browser(), ignored);
    const refused = await confirm(session, returned);
    desk.serve({ saysWhen: true });
    expect([refused.status, codeOf(refused)]).toEqual([403, 'PROVIDER_SIGN_IN_OLD']);
    expect(await isConfirmed(session)).toBe(false);
  });

  it('is none where the provider sends back someone who is still signed in there', async () => {
    const { session, subject, browser } = await signedIn();
    // The sign-in of this browser is five minutes old by then.
    const later = Date.now() + 5 * MINUTE;
    const clock = jest.spyOn(app.services.get(Clock), 'now');
    clock.mockReturnValue(new Date(later));
    const returned = await visit(session, subject, browser, ignored);
    expect(codeOf(await confirm(session, returned))).toBe('PROVIDER_SIGN_IN_OLD');
    expect(await isConfirmed(session)).toBe(false);
  });

  it('is none of a sign-in that is said to be in the future, and never counts for longer than one', async () => {
    const person = await newPerson();
    desk.provider.signedInAt = () => new Date(Date.now() + 50 * 365 * 24 * 60 * MINUTE);
    const session = await desk.session(desk.known(person.user.email));
    jest.spyOn(app.services.get(Clock), 'now').mockReturnValue(new Date(Date.now() + 11 * MINUTE));
    expect(await isConfirmed(session)).toBe(false);
  });

  it('is finished once, within ten minutes, in the browser and the session in which it began', async () => {
    const { session, subject, browser } = await signedIn();
    const returned = await visit(session, subject);
    const elsewhere = await desk.session(subject);
    await forget();
    const stranger = await signedIn();
    const refused = async (who: Signed, answer: Visit) => {
      const reply = await confirm(who, answer);
      expect([reply.status, codeOf(reply)]).toEqual([400, 'CONFIRMATION_EXPIRED']);
      expect(await isConfirmed(who)).toBe(false);
    };
    await refused(session, { ...returned, cookie: '' });
    await refused(session, { ...returned, cookie: (await visit(session, subject)).cookie });
    await refused(elsewhere, returned);
    await refused(stranger.session, returned);
    await refused(session, { ...returned, answer: { ...returned.answer, state: 'confirm.unknown' } });

    const results = await Promise.all([confirm(session, returned), confirm(session, returned)]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 400]);
    await forget();
    await refused(session, returned);

    const late = await visit(session, subject, browser);
    jest.spyOn(app.services.get(Clock), 'now').mockReturnValue(new Date(Date.now() + 10 * MINUTE));
    await refused(session, late);
  });

  it('starts no session, and a sign-in confirms none', async () => {
    const { session, subject } = await signedIn();
    const returned = await visit(session, subject);
    const swapped = await desk.complete(returned);
    expect([swapped.status, codeOf(swapped)]).toEqual([401, 'SIGN_IN_EXPIRED']);
    // That it was tried does not use it up.
    await confirm(session, returned).expect(200);
    await forget();
    const signIn = await desk.returned(subject);
    expect(codeOf(await confirm(session, signIn))).toBe('CONFIRMATION_EXPIRED');
    expect(await isConfirmed(session)).toBe(false);
    expect((await desk.complete(signIn)).status).toBe(200);
  });

  it('accepts no code of another visit, and no answer in the name of another provider', async () => {
    const { session, subject } = await signedIn();
    const [one, other] = [await visit(session, subject), await visit(session, subject)];
    const cookie = `${one.cookie}; ${other.cookie}`;
    const mixed = { answer: { ...one.answer, state: other.answer['state'] ?? '' }, cookie };
    const foreign = { ...one, answer: { ...one.answer, iss: 'https://evil.example' } };
    for (const answer of [mixed, foreign]) {
      const refused = await confirm(session, answer);
      expect([refused.status, codeOf(refused)]).toEqual([400, 'PROVIDER_REFUSED']);
    }
    expect(await isConfirmed(session)).toBe(false);
  });

  it('needs a session that has not ended meanwhile', async () => {
    const { session, subject, browser } = await signedIn();
    const returned = await visit(session, subject, browser);
    await app.as(session).post('/api/auth/logout').expect(200);
    expect(codeOf(await confirm(session, returned).expect(401))).toBe('UNAUTHENTICATED');
    // Nor can the next session use what belonged to the one before.
    const next = await desk.session(subject);
    await forget();
    expect(codeOf(await confirm(next, returned))).toBe('CONFIRMATION_EXPIRED');
    expect(await isConfirmed(next)).toBe(false);
  });

  it.each(['suspended', 'exited'])('needs an account that is not %s meanwhile', async (status) => {
    const { session, subject, person } = await signedIn();
    const returned = await visit(session, subject);
    // While the provider answers, after the session was found to be open.
    desk.provider.beforeTokens = () => users().updateOne({ _id: person.user._id }, { $set: { status } });
    const refused = await confirm(session, returned);
    desk.provider.beforeTokens = undefined;
    expect([refused.status, codeOf(refused)]).toEqual([401, 'UNAUTHENTICATED']);
    const row = await desk.collection('sessions').findOne({ 'provider.subject': subject });
    expect(row?.['confirmedAt']).toEqual(new Date(0));
  });

  it('needs a session that began there, of an account that is linked still', async () => {
    const { session, subject, person } = await signedIn();
    const refused = await app.as(person).post(PATH);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'PROVIDER_SESSION_NEEDED']);
    const returned = await visit(session, subject);
    await users().updateOne({ _id: person.user._id }, { $set: { email: `new.${person.user.email}` } });
    expect(codeOf(await confirm(session, returned))).toBe('PROVIDER_SESSION_NEEDED');
    expect(codeOf(await app.as(session).post(PATH))).toBe('PROVIDER_SESSION_NEEDED');
    expect(await isConfirmed(session)).toBe(false);
  });

  it('moves the session to the one that the person now has there, which ends it', async () => {
    const { session, subject } = await signedIn();
    const other = new Browser();
    await confirm(session, await visit(session, subject, other)).expect(200);
    await desk.endAtProvider(other);
    await app.as(session).get('/api/auth/me').expect(401);
  });

  it('waits for a provider that is away, and is not offered where it was removed', async () => {
    const { session, subject } = await signedIn();
    const returned = await visit(session, subject);
    const again = await visit(session, subject);
    desk.provider.isAway = true;
    expect(codeOf(await confirm(session, returned).expect(503))).toBe('PROVIDER_UNAVAILABLE');
    const { mongodbUri } = app;
    const [away, without] = [
      await TestApp.start({ publicUrl: PROVIDER_PUBLIC_URL, provider: desk.settings, mongodbUri }),
      await TestApp.start({ publicUrl: PROVIDER_PUBLIC_URL, mongodbUri }),
    ];
    expect(codeOf(await away.as(session).post(PATH).expect(503))).toBe('PROVIDER_UNAVAILABLE');
    expect(codeOf(await without.as(session).post(PATH).expect(409))).toBe('CHANNEL_NOT_OFFERED');
    expect(codeOf(await confirm(session, again, without).expect(409))).toBe('CHANNEL_NOT_OFFERED');
    await Promise.all([away.close(), without.close()]);
  });
});

import type { Failure, PasskeyRequest, ProviderLink, StartedSession } from '@shifa/contract';
import { Browser } from '../../../test/openid-provider';
import { ProviderDesk } from '../../../test/provider-desk';
import type { SoftwareAuthenticator } from '../../../test/software-authenticator';
import { PASSWORD, type Person, TestApp } from '../../../test/test-app';

type Signed = { token: string };
const codeOf = ({ body }: { body: unknown }) => (body as Failure).code;
type Envelope<Data> = { data: Data };
const dataOf = <Data>({ body }: { body: unknown }): Envelope<Data>['data'] => (body as Envelope<Data>).data;

describe('one’s own link with the provider', () => {
  let desk: ProviderDesk;
  let app: TestApp;
  beforeAll(async () => {
    desk = await ProviderDesk.open();
    ({ app } = desk);
  });
  afterAll(() => desk.close());

  const newPerson = async () => app.person('staff', { laboratoryId: (await app.laboratory())._id });
  const link = async (who: Signed) =>
    dataOf<ProviderLink>(await app.as(who).get('/api/auth/provider/link').expect(200));
  const unlink = (who: Signed) => app.as(who).delete('/api/auth/provider/link');
  const allow = (who: Signed) => app.as(who).post('/api/auth/provider/link');
  const signedIn = (who: Signed, status: 200 | 401) => app.as(who).get('/api/auth/me').expect(status);
  const actionsOf = async ({ user }: Person) => {
    const rows = await desk
      .collection('audit')
      .find({ entityId: user._id, action: /^provider/ })
      .toArray();
    return rows.map(({ action }) => action as string);
  };

  it('ends, stays ended for whoever signs in there, and can be allowed again', async () => {
    const person = await newPerson();
    expect(await link(person)).toEqual({ label: 'Example ID', state: 'none', since: null });
    await unlink(person).expect(200);
    const subject = desk.known(person.user.email);
    const elsewhere = await desk.session(subject);
    expect(await link(person)).toMatchObject({ state: 'linked', since: expect.any(String) as string });

    const ended = dataOf<ProviderLink>(await unlink(person).expect(200));
    expect(ended.state).toBe('ended');
    // What began there ends, and what began with the password stays.
    await signedIn(elsewhere, 401);
    await signedIn(person, 200);
    for (const again of [subject, desk.known(person.user.email)]) {
      const refused = await desk.signIn(again);
      expect([refused.status, codeOf(refused)]).toEqual([403, 'PROVIDER_ACCOUNT_UNKNOWN']);
      expect((refused.body as Failure).message).toContain('You unlinked your account');
    }
    // Sent again by a client whose answer was lost.
    expect(dataOf(await unlink(person).expect(200))).toEqual(ended);
    expect(await actionsOf(person)).toEqual(['provider.linked', 'provider.unlinked']);

    for (const _ of [1, 2]) expect(dataOf<ProviderLink>(await allow(person).expect(200)).state).toBe('none');
    await desk.session(subject);
    expect(await actionsOf(person)).toEqual([
      'provider.linked',
      'provider.unlinked',
      'provider.allowed',
      'provider.linked',
    ]);
    const notices = await desk.collection('notifications').find({ recipientId: person.user._id }).toArray();
    expect(notices.map(({ title }) => title as string)).toEqual(
      expect.arrayContaining(['Sign-in with your organisation ended', 'Sign-in with your organisation allowed']),
    );
  });

  it('needs a confirmation, and a password of one’s own', async () => {
    const person = await newPerson();
    const session = await desk.session(desk.known(person.user.email));
    const users = desk.collection('users');
    await users.updateOne({ _id: person.user._id }, { $set: { mustChangePassword: true } });
    expect(codeOf(await unlink(session).expect(409))).toBe('PASSWORD_NEEDED');
    await users.updateOne({ _id: person.user._id }, { $set: { mustChangePassword: false } });
    const old = new Date(Date.now() - 11 * 60_000);
    await desk
      .collection('sessions')
      .updateMany({ userId: person.user._id }, { $set: { createdAt: old, confirmedAt: old } });
    const other = { token: await app.login({ email: person.user.email, password: PASSWORD }) };
    await desk
      .collection('sessions')
      .updateMany({ userId: person.user._id }, { $set: { createdAt: old, confirmedAt: old } });
    for (const send of [unlink, allow]) expect(codeOf(await send(other).expect(403))).toBe('CONFIRMATION_REQUIRED');
    expect(await link(person)).toMatchObject({ state: 'linked' });
    await app.as(other).post('/api/auth/confirm').send({ password: PASSWORD }).expect(200);
    await unlink(other).expect(200);
    // The own session stays where it began at the provider.
    expect(await link(other)).toMatchObject({ state: 'ended' });
  });

  it('is of nobody else', async () => {
    const [person, stranger] = [await newPerson(), await newPerson()];
    const session = await desk.session(desk.known(person.user.email));
    await unlink(stranger).expect(200);
    expect(await link(stranger)).toMatchObject({ state: 'none' });
    await signedIn(session, 200);
    expect(await link(person)).toMatchObject({ state: 'linked' });
  });

  describe('after a second step', () => {
    const passkeyAnswer = async (authenticator: SoftwareAuthenticator) => {
      const options = await app.http.post('/api/auth/passkey/options').expect(200);
      return authenticator.get(dataOf<PasskeyRequest>(options));
    };
    const finishWithPasskey = async (authenticator: SoftwareAuthenticator, ticket?: string) =>
      app.http.post('/api/auth/passkey').send({ answer: await passkeyAnswer(authenticator), ticket });

    it.each(['a code', 'a passkey'])('with %s, the session ends when the provider says so', async (way) => {
      const person = await newPerson();
      const { authenticator, recoveryCode } = await desk.addPasskey(person);
      const browser = new Browser();
      const ticket = await desk.ticket(desk.known(person.user.email), browser);
      const finished =
        way === 'a code'
          ? await app.http.post('/api/auth/second-factor').send({ ticket, code: recoveryCode }).expect(200)
          : await finishWithPasskey(authenticator, ticket);
      const session = dataOf<StartedSession>(finished);
      // Not without the provider: a passkey by itself is a sign-in of its own.
      const own = dataOf<StartedSession>(await finishWithPasskey(authenticator));
      await signedIn(session, 200);
      await desk.endAtProvider(browser);
      await signedIn(session, 401);
      await signedIn(own, 200);
      await signedIn(person, 200);
    });

    it('that was not taken before the provider ended the session, there is none', async () => {
      const person = await newPerson();
      const { authenticator, recoveryCode } = await desk.addPasskey(person);
      const browser = new Browser();
      const subject = desk.known(person.user.email);
      const [ticket, another] = [await desk.ticket(subject, browser), await desk.ticket(subject)];
      await desk.endAtProvider(browser);
      const late = await app.http.post('/api/auth/second-factor').send({ ticket, code: recoveryCode });
      expect([late.status, codeOf(late)]).toEqual([401, 'SIGN_IN_EXPIRED']);
      expect(codeOf(await finishWithPasskey(authenticator, ticket))).toBe('SIGN_IN_EXPIRED');
      // Of another session there.
      expect((await finishWithPasskey(authenticator, another)).status).toBe(200);
    });

    it('a ticket counts once, and for its own person', async () => {
      const [person, other] = [await newPerson(), await newPerson()];
      const [{ authenticator }, { authenticator: foreign }] = [
        await desk.addPasskey(person),
        await desk.addPasskey(other),
      ];
      const ticket = await desk.ticket(desk.known(person.user.email));
      expect(codeOf(await finishWithPasskey(foreign, ticket))).toBe('PASSKEY_REFUSED');
      expect((await finishWithPasskey(authenticator, ticket)).status).toBe(200);
      expect(codeOf(await finishWithPasskey(authenticator, ticket))).toBe('SIGN_IN_EXPIRED');
    });
  });
});

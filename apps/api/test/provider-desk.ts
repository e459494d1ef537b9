import type { Failure, StartedSession } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { ProviderSettings } from '../src/modules/access/provider-client';
import type { RoleSettings } from '../src/modules/access/role-claim';
import { Browser, OpenidProvider, SECRET } from './openid-provider';
import { SoftwareAuthenticator } from './software-authenticator';
import { type Person, TestApp } from './test-app';

export const PROVIDER_PUBLIC_URL = 'https://lab.example';
const RETURN = `${PROVIDER_PUBLIC_URL}/login/return`;

type Known = { groups?: unknown; amr?: string[] };

/** An app, a provider, and people of the provider who sign in. */
export class ProviderDesk {
  readonly returnTo = RETURN;
  private subjects = 0;

  private constructor(
    readonly app: TestApp,
    readonly provider: OpenidProvider,
    readonly settings: ProviderSettings,
  ) {}

  static async open(roles?: RoleSettings, claimsInToken = false): Promise<ProviderDesk> {
    const provider = await OpenidProvider.start();
    const settings = { issuer: provider.issuer, clientId: 'shifa', clientSecret: SECRET, label: 'Example ID', roles };
    const app = await TestApp.start({ publicUrl: PROVIDER_PUBLIC_URL, provider: settings });
    const desk = new ProviderDesk(app, provider, settings);
    desk.serve({ claimsInToken });
    return desk;
  }

  serve(how: Parameters<OpenidProvider['serve']>[1]): void {
    this.provider.serve([{ clientId: 'shifa', redirectUri: RETURN, appUrl: this.app.url }], how);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.provider.close();
  }

  collection(name: string) {
    return this.app.services.get<Connection>(getConnectionToken()).collection(name);
  }

  /** A person of the provider with a verified address. */
  known(email: string, rest: Known = {}): string {
    this.subjects += 1;
    const subject = `subject-${this.subjects}`;
    this.provider.people.set(subject, { email, email_verified: true, ...rest });
    return subject;
  }

  /** What the provider says of the person from now on. */
  says(subject: string, rest: Known): void {
    const { email = '', email_verified = false } = this.provider.people.get(subject) ?? {};
    this.provider.people.set(subject, { email, email_verified, ...rest });
  }

  /** As far as the page that the provider sends the browser back to. */
  async returned(subject: string, browser = new Browser()) {
    const started = await this.app.http.post('/api/auth/provider').expect(200);
    const { url } = (started.body as { data: { url: string } }).data;
    const [cookie = ''] = started.headers['set-cookie'] as unknown as string[];
    this.provider.person = subject;
    const { address } = await browser.open(url, RETURN);
    return { answer: Object.fromEntries(address.searchParams), cookie: cookie.split(';')[0] ?? '' };
  }

  complete({ answer, cookie }: { answer: object; cookie: string }) {
    return this.app.http.post('/api/auth/provider/session').set('cookie', cookie).send(answer);
  }

  async signIn(subject: string, browser?: Browser) {
    return this.complete(await this.returned(subject, browser));
  }

  async session(subject: string, browser?: Browser): Promise<StartedSession> {
    const answer = await this.signIn(subject, browser);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return (answer.body as { data: StartedSession }).data;
  }

  /** A sign-in that waits for its second step. */
  async ticket(subject: string, browser?: Browser): Promise<string> {
    return ((await this.signIn(subject, browser)).body as Failure).secondStep?.ticket ?? '';
  }

  /** Adds a passkey to the account of the person. */
  async addPasskey(person: Person) {
    const agent = this.app.as(person);
    const authenticator = new SoftwareAuthenticator(PROVIDER_PUBLIC_URL);
    const options = await agent.post('/api/auth/second-factor/passkeys/options').expect(200);
    const answer = authenticator.create((options.body as { data: never }).data);
    const added = await agent.post('/api/auth/second-factor/passkeys').send({ name: 'Telephone', answer }).expect(200);
    const { recoveryCodes } = (added.body as { data: { recoveryCodes: string[] } }).data;
    return { authenticator, recoveryCode: recoveryCodes[0] ?? '' };
  }

  /** Ends the session of the browser at the provider, which tells the product. */
  async endAtProvider(browser: Browser): Promise<void> {
    const told = this.provider.nextLogout();
    const { issuer } = this.provider;
    const { body } = await browser.open(`${issuer}/session/end?client_id=shifa`, PROVIDER_PUBLIC_URL);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(body)?.[1] ?? '';
    await browser.open(`${issuer}/session/end/confirm`, PROVIDER_PUBLIC_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
    });
    await told;
  }
}

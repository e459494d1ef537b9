import { type EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// The provider says of itself that it is meant for tests here, and that it wants a newer Node.
for (const level of ['warn', 'info'] as const) jest.spyOn(global.console, level).mockImplementation();

const { Provider: Implementation } = jest.requireActual<{
  Provider: new (issuer: string, configuration: object) => Provider;
}>('oidc-provider');

type Person = { email: string; email_verified: boolean; amr?: string[]; groups?: unknown };
type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;
type Interaction = { prompt: { name: string } };
type Context = { oidc: { client: { clientId: string }; session: { accountId: string } } };
type Grant = { addOIDCScope: (scope: string) => void; save: () => Promise<string> };
type Provider = EventEmitter & {
  callback: () => Handler;
  interactionDetails: (request: IncomingMessage, response: ServerResponse) => Promise<Interaction>;
  interactionFinished: (request: IncomingMessage, response: ServerResponse, result: object) => Promise<void>;
  Grant: new (fields: { accountId: string; clientId: string }) => Grant;
};

export const SECRET = 'a secret of the client in tests';

type Client = { clientId: string; redirectUri: string; appUrl?: string };

/** A real OpenID Connect provider in the process of the test, which signs everyone in as `person`. */
export class OpenidProvider {
  /** By their subject. */
  readonly people = new Map<string, Person>();
  person = '';
  /** Replaces the answers of the token endpoint. */
  tamper: ((tokens: Record<string, unknown>) => Record<string, unknown>) | undefined;
  isAway = false;
  /** What it says of when people signed in; now, unless it is set. */
  signedInAt: (() => Date) | undefined;
  /** What happens while the product waits for the tokens. */
  beforeTokens: (() => Promise<unknown>) | undefined;
  /** Settles when the provider has told the product that a session has ended. */
  nextLogout: () => Promise<unknown> = () => Promise.resolve();
  private handler: Handler = () => undefined;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<OpenidProvider> {
    const server = createServer();
    const provider = new OpenidProvider(server);
    server.on('request', (request, response) => provider.handle(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Once the product is there, which the provider calls for a back-channel logout. */
  serve(clients: readonly Client[], { claimsInToken = false, saysWhen = true } = {}): void {
    const implementation = new Implementation(this.issuer, {
      clients: clients.map(({ clientId, redirectUri, appUrl }) => ({
        client_id: clientId,
        client_secret: SECRET,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [new URL('/login', redirectUri).href],
        ...(appUrl !== undefined && {
          backchannel_logout_uri: `${appUrl}/api/auth/provider/back-channel-logout`,
          backchannel_logout_session_required: true,
        }),
      })),
      findAccount: (_: unknown, sub: string) => {
        const { email, email_verified, groups } = this.people.get(sub) ?? {};
        const all = { sub, email, email_verified, ...(groups !== undefined && { groups }) };
        return { accountId: sub, claims: () => all };
      },
      conformIdTokenClaims: !claimsInToken,
      claims: { openid: ['sub', 'amr', 'groups'], email: ['email', 'email_verified'], sid: null, auth_time: null },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      loadExistingGrant: async ({ oidc }: Context) => {
        const { clientId } = oidc.client;
        const grant = new implementation.Grant({ accountId: oidc.session.accountId, clientId });
        grant.addOIDCScope('openid email');
        await grant.save();
        return grant;
      },
      cookies: { keys: ['a key of tests'] },
      clientDefaults: { require_auth_time: saysWhen },
    });
    this.nextLogout = () => once(implementation, 'backchannel.success');
    const callback = implementation.callback();
    this.handler = (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return callback(request, response);
      const amr = this.people.get(this.person)?.amr;
      const at = this.signedInAt?.().getTime();
      const login = {
        accountId: this.person,
        ...(amr && { amr }),
        ...(at !== undefined && { ts: Math.floor(at / 1000) }),
      };
      return implementation.interactionFinished(request, response, { login });
    };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    if (this.isAway) {
      response.writeHead(502).end();
      return;
    }
    const { tamper } = this;
    if (tamper && request.url === '/token') {
      const end = response.end.bind(response) as (text: string) => ServerResponse;
      response.end = ((chunk: unknown) => {
        const body = JSON.stringify(tamper(JSON.parse(String(chunk)) as Record<string, unknown>));
        response.setHeader('content-length', Buffer.byteLength(body));
        return end(body);
      }) as never;
    }
    if (this.beforeTokens && request.url === '/token') {
      void this.beforeTokens().then(() => this.handler(request, response));
    } else void this.handler(request, response);
  }
}

/** A browser, as far as redirects and cookies go. */
export class Browser {
  private readonly cookies = new Map<string, string>();

  /** Follows redirects up to one that leads to the other place, or to the answer that does not redirect. */
  async open(address: string, until: string, init: RequestInit = {}): Promise<{ address: URL; body: string }> {
    let next = new URL(address);
    let request = init;
    for (let hops = 0; hops < 10; hops += 1) {
      if (next.href.startsWith(until)) return { address: next, body: '' };
      const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...(request.headers as Record<string, string> | undefined), cookie };
      const response = await fetch(next, { ...request, redirect: 'manual', headers });
      for (const set of response.headers.getSetCookie()) {
        const [pair = ''] = set.split(';');
        const at = pair.indexOf('=');
        this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
      }
      const location = response.headers.get('location');
      if (location === null) return { address: next, body: await response.text() };
      next = new URL(location, next);
      request = {};
    }
    throw new Error('Too many redirects');
  }
}

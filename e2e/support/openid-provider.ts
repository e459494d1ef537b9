import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;
type Context = { oidc: { client: { clientId: string }; session: { accountId: string } } };
type Grant = { addOIDCScope: (scope: string) => void; save: () => Promise<string> };
type Provider = {
  callback: () => Handler;
  interactionFinished: (request: IncomingMessage, response: ServerResponse, result: object) => Promise<void>;
  Grant: new (fields: { accountId: string; clientId: string }) => Grant;
};

const require = createRequire(import.meta.url);
// It has no types.
const { Provider: Implementation } = require('oidc-provider') as {
  Provider: new (issuer: string, configuration: object) => Provider;
};

export const CLIENT = { OIDC_CLIENT_ID: 'shifa', OIDC_CLIENT_SECRET: 'a secret of the client' };

/** A real OpenID Connect provider whose sign-in page asks for an email address, which it then calls verified. */
export class OpenidProvider {
  private constructor(private readonly server: Server) {}

  static async start(product: string): Promise<OpenidProvider> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const provider = new OpenidProvider(server);
    provider.serve(product);
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private serve(product: string): void {
    const provider: Provider = new Implementation(this.issuer, {
      clients: [
        {
          client_id: CLIENT.OIDC_CLIENT_ID,
          client_secret: CLIENT.OIDC_CLIENT_SECRET,
          redirect_uris: [`${product}/login/return`],
          post_logout_redirect_uris: [`${product}/login`],
          backchannel_logout_uri: `${product}/api/auth/provider/back-channel-logout`,
        },
      ],
      findAccount: (_: unknown, sub: string) => ({
        accountId: sub,
        claims: () => ({ sub, email: sub, email_verified: true }),
      }),
      claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], sid: null, auth_time: null },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        // Its own page loads a font from elsewhere.
        rpInitiatedLogout: { logoutSource: (context: { body: string }, form: string) => (context.body = leave(form)) },
      },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      loadExistingGrant: async ({ oidc }: Context) => {
        const { clientId } = oidc.client;
        const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId });
        grant.addOIDCScope('openid email');
        await grant.save();
        return grant;
      },
      cookies: { keys: ['a key of journeys'] },
    });
    const callback = provider.callback();
    this.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const url = new URL(request.url ?? '/', this.issuer);
      const email = url.searchParams.get('email');
      if (!url.pathname.startsWith('/interaction/')) callback(request, response);
      else if (email) void provider.interactionFinished(request, response, { login: { accountId: email } });
      else response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    });
  }
}

const page = `<!doctype html><html lang="en"><title>Example ID</title><main><h1>Example ID</h1>
<form><label>Work email <input name="email" type="email"></label> <button>Continue</button></form></main></html>`;

const leave = (form: string) => `<!doctype html><html lang="en"><title>Example ID</title><main><h1>Sign out</h1>
${form}<button form="op.logoutForm" type="submit" name="logout" value="yes">Yes</button></main></html>`;

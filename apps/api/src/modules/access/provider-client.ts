import { Injectable, Logger } from '@nestjs/common';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { DomainError } from '../../platform/domain/domain-error';
import { type MappedRole, roleIn, type RoleSettings, valueOf } from './role-claim';

export type ProviderSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  label: string;
  /** How people get their role from the provider; undefined if roles are given here only. */
  roles?: RoleSettings | undefined;
};

/** A person as the provider knows them. */
export type Identity = {
  issuer: string;
  subject: string;
  /** Only if the provider has verified it. */
  email: string | undefined;
  /** Whether it has checked several factors. */
  isStrong: boolean;
  /** When the person last proved there who they are. */
  authenticatedAt: Date | undefined;
  /** The provider's name for its own session. */
  sid: string | undefined;
  /** The role that the provider gives; undefined if it says nothing, or nothing that has a role here. */
  role: MappedRole | undefined;
  idToken: string;
};

type Attempt = { state: string; nonce: string; verifier: string };

const TIMEOUT_SECONDS = 10;
const CLOCK_TOLERANCE_SECONDS = 60;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];

/** Speaks OpenID Connect with the one provider of this installation: nothing here knows of accounts. */
@Injectable()
export class ProviderClient {
  private readonly logger = new Logger(ProviderClient.name);
  private found: Promise<oidc.Configuration> | undefined;
  private keys: ReturnType<typeof createRemoteJWKSet> | undefined;

  constructor(
    private readonly settings: ProviderSettings | undefined,
    private readonly publicUrl: string | undefined,
  ) {}

  get label(): string | null {
    return this.settings?.label ?? null;
  }

  /**
   * @param again the email address of someone who is to sign in there again, also if they are still signed in.
   * @throws DomainError CHANNEL_NOT_OFFERED, PROVIDER_UNAVAILABLE.
   */
  async addressFor({ state, nonce, verifier }: Attempt, again?: string): Promise<string> {
    // First, because an installation without a provider may have no address of its own either.
    const config = await this.configuration();
    const parameters = {
      redirect_uri: this.pageAt('/login/return'),
      scope: ['openid email', this.settings?.roles?.scope ?? []].flat().join(' '),
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      // Of these two, providers ignore one or the other; `auth_time` then says what they did.
      ...(again !== undefined && { prompt: 'login', max_age: '0', login_hint: again }),
    };
    return oidc.buildAuthorizationUrl(config, parameters).href;
  }

  /** @throws DomainError CHANNEL_NOT_OFFERED, PROVIDER_UNAVAILABLE, PROVIDER_REFUSED. */
  async identify(answer: { code: string; iss?: string | undefined }, attempt: Attempt): Promise<Identity> {
    const config = await this.configuration();
    const page = new URL(this.pageAt('/login/return'));
    page.search = new URLSearchParams({
      code: answer.code,
      state: attempt.state,
      ...(answer.iss !== undefined && { iss: answer.iss }),
    }).toString();
    return this.checked(async () => {
      const tokens = await oidc.authorizationCodeGrant(config, page, {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims || tokens.id_token === undefined) throw new Error('There is no ID token');
      const roles = this.settings?.roles;
      const hasAll = claims.email !== undefined && (!roles || valueOf(claims, roles.claim) !== undefined);
      const isComplete = hasAll || config.serverMetadata().userinfo_endpoint === undefined;
      const person = isComplete
        ? claims
        : { ...claims, ...(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)) };
      const methods = Array.isArray(claims.amr) ? claims.amr : [];
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: person.email_verified === true && typeof person.email === 'string' ? person.email : undefined,
        isStrong: methods.includes('mfa'),
        authenticatedAt: claims.auth_time === undefined ? undefined : new Date(claims.auth_time * 1000),
        sid: typeof claims.sid === 'string' ? claims.sid : undefined,
        role: roles && roleIn(valueOf(person, roles.claim), roles),
        idToken: tokens.id_token,
      };
    });
  }

  /** Where to sign out of the provider; null if it has no such page, or cannot be reached. */
  async logoutAddress(idToken: string): Promise<string | null> {
    const config = await this.configuration().catch(() => undefined);
    if (config?.serverMetadata().end_session_endpoint === undefined) return null;
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: this.pageAt('/login') };
    return oidc.buildEndSessionUrl(config, parameters).href;
  }

  /**
   * Whose sessions end, of those that began before the token was issued.
   * @throws DomainError CHANNEL_NOT_OFFERED, PROVIDER_UNAVAILABLE, PROVIDER_REFUSED.
   */
  async readLogout(token: string): Promise<{ subject: string | undefined; sid: string | undefined; before: Date }> {
    const config = await this.configuration();
    const { issuer, jwks_uri: keys } = config.serverMetadata();
    return this.checked(async () => {
      if (keys === undefined) throw new Error('The provider has no keys');
      this.keys ??= createRemoteJWKSet(new URL(keys), { timeoutDuration: TIMEOUT_SECONDS * 1000 });
      const { payload } = await jwtVerify(token, this.keys, {
        issuer,
        audience: config.clientMetadata().client_id,
        algorithms: ALGORITHMS,
        maxTokenAge: '5 minutes',
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      const { sub: subject, iat, events, nonce } = payload;
      const sid = typeof payload.sid === 'string' ? payload.sid : undefined;
      const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events;
      if (!isLogout || nonce !== undefined || iat === undefined || (subject === undefined && sid === undefined)) {
        throw new Error("This isn't a logout token");
      }
      // The token names a second only: what began in that second began before it as well.
      return { subject, sid, before: new Date(iat * 1000 + 999) };
    });
  }

  private pageAt(path: string): string {
    return new URL(path, this.publicUrl).href;
  }

  /** Found when it is first needed, so that the product starts while the provider is away. */
  private async configuration(): Promise<oidc.Configuration> {
    const { settings } = this;
    if (!settings) throw new DomainError('CHANNEL_NOT_OFFERED');
    this.found ??= discover(settings);
    const { found } = this;
    try {
      return await found;
    } catch (error) {
      if (this.found === found) this.found = undefined;
      this.logger.warn(`No metadata of the provider ${settings.issuer}: ${String(error)}`);
      throw new DomainError('PROVIDER_UNAVAILABLE');
    }
  }

  /** The libraries throw for everything that they refuse. */
  private async checked<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      this.logger.warn(`The provider's answer was refused: ${describe(error)}`);
      throw new DomainError(isAway(error) ? 'PROVIDER_UNAVAILABLE' : 'PROVIDER_REFUSED');
    }
  }
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
  const server = new URL(issuer);
  // Only of this machine, to try it out; see `OIDC_ISSUER`.
  const isInsecure = server.protocol === 'http:';
  const found = await oidc.discovery(server, clientId, clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    execute: isInsecure ? [oidc.allowInsecureRequests] : [],
  });
  const metadata = found.serverMetadata();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const identification = methods.includes('client_secret_basic')
    ? oidc.ClientSecretBasic(clientSecret)
    : oidc.ClientSecretPost(clientSecret);
  const tolerance = { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const config = new oidc.Configuration(metadata, clientId, tolerance, identification);
  config.timeout = TIMEOUT_SECONDS;
  // Otherwise the library trusts an ID token for the connection that it came over, and ignores the signature.
  oidc.enableNonRepudiationChecks(config);
  if (isInsecure) oidc.allowInsecureRequests(config);
  return config;
}

/** Of errors and what caused them: those of the network, and of a provider that has a fault. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, message, cause } = error;
  const status = cause instanceof Response ? cause.status : undefined;
  if (name === 'TimeoutError' || message === 'fetch failed' || (status !== undefined && status >= 500)) return true;
  const code = (error as { code?: unknown }).code;
  return code === 'OAUTH_TIMEOUT' || code === 'ERR_JWKS_TIMEOUT' || isAway(cause);
}

/** Without what the provider wrote, which can contain anything. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, message } = error as Error & { code?: unknown };
  return typeof code === 'string' ? `${code}: ${message}` : message;
}

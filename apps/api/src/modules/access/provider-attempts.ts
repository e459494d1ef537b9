import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { PROVIDER_CONFIRMATION_STATE, PROVIDER_SIGN_IN_MINUTES, type ProviderAnswerBody } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { ObjectId } from '../../platform/domain/object-id';
import { Clock } from '../../platform/time/clock';
import { type Identity, ProviderClient } from './provider-client';
import { OneTimeRepository } from './second-factor/one-time.repository';
import { digest } from './second-factor/second-step-tickets';

const ATTEMPT_MS = PROVIDER_SIGN_IN_MINUTES * 60_000;
const COOKIE_PATH = '/api/auth/provider';

/** The session that a visit to the provider is to confirm, and the email address of its person. */
export type ToConfirm = { sessionId: ObjectId; userId: ObjectId; email: string };

/** Visits of a browser to the provider: each begins here, and is finished once, in the same browser. */
@Injectable()
export class ProviderAttempts {
  constructor(
    private readonly client: ProviderClient,
    private readonly values: OneTimeRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * The address to send the browser to, and the cookie that only this browser then has. What the provider is to prove
   * later (`nonce` and the verifier of the code) follows from the cookie, so that the database does not know it.
   * @throws DomainError CHANNEL_NOT_OFFERED, PROVIDER_UNAVAILABLE.
   */
  async begin(site: string, confirming?: ToConfirm): Promise<{ url: string; cookie: string }> {
    const [state, secret] = [(confirming ? PROVIDER_CONFIRMATION_STATE : '') + random(), random()];
    const url = await this.client.addressFor({ state, ...proofs(secret) }, confirming?.email);
    await this.values.insert({
      _id: digest(state),
      purpose: confirming ? 'provider-confirmation' : 'provider',
      userId: confirming?.userId ?? null,
      passwordDigest: null,
      browserDigest: digest(secret),
      ...(confirming && { sessionId: confirming.sessionId }),
      expiresAt: new Date(this.clock.now().getTime() + ATTEMPT_MS),
    });
    const isSecure = site.startsWith('https:') ? '; Secure' : '';
    const limits = `Path=${COOKIE_PATH}; Max-Age=${ATTEMPT_MS / 1000}; HttpOnly; SameSite=Strict${isSecure}`;
    return { url, cookie: `${cookieName(state)}=${secret}; ${limits}` };
  }

  /**
   * Whom the provider names, and when the visit began. Undefined if it is unknown, was used, took too long or began in
   * another browser, or for another session than the one that it is to confirm.
   * @throws DomainError CHANNEL_NOT_OFFERED, PROVIDER_UNAVAILABLE, PROVIDER_REFUSED.
   */
  async finish(
    { code, state, iss }: ProviderAnswerBody,
    cookies: string,
    sessionId?: string,
  ): Promise<{ identity: Identity; begunAt: Date } | undefined> {
    const secret = cookieIn(cookies, cookieName(state));
    const purpose = sessionId === undefined ? 'provider' : 'provider-confirmation';
    const row = await this.values.find(digest(state), purpose, this.clock.now());
    if (secret === undefined || !row || row.sessionId?.toHexString() !== sessionId) return undefined;
    if (!isSame(digest(secret), row.browserDigest ?? '') || !(await this.values.use(row._id))) return undefined;
    const identity = await this.client.identify({ code, iss }, { state, ...proofs(secret) });
    return { identity, begunAt: new Date(row.expiresAt.getTime() - ATTEMPT_MS) };
  }
}

function random(): string {
  return randomBytes(32).toString('base64url');
}

function proofs(secret: string): { nonce: string; verifier: string } {
  const derived = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url');
  return { nonce: derived('nonce'), verifier: derived('verifier') };
}

/** One for each visit, so that a second tab does not take it from the first. */
function cookieName(state: string): string {
  return `provider-${digest(state).slice(0, 12)}`;
}

function cookieIn(cookies: string, name: string): string | undefined {
  const pairs = cookies.split(';').map((cookie): [string, string] => {
    const [key = '', value = ''] = cookie.trim().split('=');
    return [key, value];
  });
  return new Map(pairs).get(name);
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

import {
  type contract,
  LoginBody,
  type PasskeyAnswer,
  type ProviderAnswerBody,
  type SecondStep,
} from '@shifa/contract';
import { z } from 'zod';
import { api, bodyOf } from '../../data/api';
import { ApiError, failedWith, messageOf } from '../../lib/api-error';
import { connection } from '../../lib/connection';
import { openSite } from '../../lib/open-site';
import { stored } from '../../lib/storage';
import { heldWrites } from '../../data/held-writes';
import { session, type SignedInUser } from '../../data/session';
import { readSessionUser } from '../../data/session-user';
import { storedId } from '../../data/stored-id';

/** The result of an attempt to sign in; a success is also visible in the session. */
export type SignInResult =
  | { outcome: 'signed-in' }
  | { outcome: 'second-step'; step: SecondStep }
  | { outcome: 'invalid'; fields: Partial<Record<keyof LoginBody, string>> }
  | { outcome: 'refused'; message: string };

/** Signs in. Never throws: the result contains every failure, with the message to show. */
export async function signIn(form: Record<keyof LoginBody, string>): Promise<SignInResult> {
  const body = LoginBody.safeParse(form);
  if (!body.success) {
    const faults = body.error.issues.map(({ path, message }) => [path[0], message]).reverse();
    return { outcome: 'invalid', fields: Object.fromEntries(faults) as Partial<Record<keyof LoginBody, string>> };
  }
  try {
    const headers = { 'x-browser-id': storedId('browserId') };
    return startSession(await bodyOf(api.auth.login.mutate({ headers, body: body.data })));
  } catch (error) {
    return secondStepOr(error);
  }
}

/** The ticket of a sign-in through the provider that waits for its second step. */
let providerTicket: string | undefined;

/** Signing out then ends the session at the provider as well. */
function rememberProvider(isThroughProvider: boolean): void {
  if (isThroughProvider) stored.provider.write('yes');
}

function secondStepOr(error: unknown): Extract<SignInResult, { outcome: 'second-step' | 'refused' }> {
  const step = failedWith<typeof contract.auth.login>(error, 'SECOND_FACTOR_REQUIRED') ? error.secondStep : undefined;
  return step ? { outcome: 'second-step', step } : { outcome: 'refused', message: messageOf(error, 'Login failed') };
}

export type PasskeyResult = ReturnType<typeof startSession> | { outcome: 'expired'; message: string };

/**
 * Signs in with the answer of a passkey. Never throws, as {@link signIn}.
 * @param ticket of the sign-in whose second step it is.
 */
export async function signInWithPasskey(answer: PasskeyAnswer, ticket?: string): Promise<PasskeyResult> {
  try {
    const body = { answer, ...(ticket !== undefined && { ticket }) };
    const result = startSession(await bodyOf(api.secondFactor.signInWithPasskey.mutate({ body })));
    rememberProvider(ticket !== undefined && ticket === providerTicket);
    return result;
  } catch (error) {
    const isExpired = failedWith<typeof contract.secondFactor.signInWithPasskey>(error, 'SIGN_IN_EXPIRED');
    return { outcome: isExpired ? 'expired' : 'refused', message: messageOf(error, 'Login failed') };
  }
}

/** Signs in with what the provider sent the browser back with. Never throws, as {@link signIn}. */
export async function signInWithProvider(answer: ProviderAnswerBody): Promise<SignInResult> {
  try {
    const result = startSession(await bodyOf(api.providerSignIn.complete.mutate({ body: answer })));
    rememberProvider(result.outcome === 'signed-in');
    return result;
  } catch (error) {
    const result = secondStepOr(error);
    providerTicket = result.outcome === 'second-step' ? result.step.ticket : undefined;
    return result;
  }
}

/** The second step of a sign-in. A sign-in that has expired begins again with the password. */
export type SecondStepResult =
  Extract<SignInResult, { outcome: 'signed-in' | 'refused' }> | { outcome: 'wrong' | 'expired'; message: string };

/** Finishes a sign-in with a code. Never throws, as {@link signIn}. */
export async function finishSignIn(ticket: string, code: string): Promise<SecondStepResult> {
  try {
    const result = startSession(await bodyOf(api.secondFactor.signIn.mutate({ body: { ticket, code } })));
    rememberProvider(ticket === providerTicket);
    return result;
  } catch (error) {
    const message = messageOf(error, 'Login failed');
    if (failedWith<typeof contract.secondFactor.signIn>(error, 'SIGN_IN_EXPIRED'))
      return { outcome: 'expired', message };
    const isField = error instanceof ApiError && error.errors[0];
    return isField ? { outcome: 'wrong', message: isField.message } : { outcome: 'refused', message };
  }
}

const AuthResponse = z
  .object({
    data: z.object({ token: z.string().catch(''), user: z.unknown().optional() }).catch({ token: '', user: undefined }),
  })
  .catch({ data: { token: '', user: undefined } });

/** Checks the response, as everything after it depends on it; it may be empty, or a page of a proxy. */
function startSession(response: unknown): Extract<SignInResult, { outcome: 'signed-in' | 'refused' }> {
  const { data } = AuthResponse.parse(response);
  if (!data.token) return { outcome: 'refused', message: 'No token received from server' };
  const user = readSessionUser(data.user);
  if (!user) return { outcome: 'refused', message: 'No user data received from server' };
  session.start(data.token, user);
  return { outcome: 'signed-in' };
}

/** The person whom the stored token belongs to. Throws where the answer names no one. */
export async function fetchSessionUser(signal?: AbortSignal): Promise<SignedInUser> {
  const { status, body } = await api.auth.me.query(signal ? { fetchOptions: { signal } } : undefined);
  const user = readSessionUser(AuthResponse.parse(body).data.user);
  if (!user) throw new ApiError(status, { message: 'No user data received from server' });
  return user;
}

/** After which someone who signs out is signed out here, whatever the server does. */
const PROVIDER_LOGOUT_MS = 3_000;

/** Browsers abort the requests of a page shortly before they announce that it is left. */
const ABORT_TO_PAGEHIDE_MS = 400;
/** After which the token is checked again where the server answers everything but that. */
const CHECK_AGAIN_MS = 5_000;

/**
 * Fetches the person whom the stored token belongs to; after any refusal token and person are discarded. Without an
 * answer, the stored person works with what is on the device. A page that is left aborts the request, which says
 * nothing about the token; it is checked again if the browser restores the page.
 */
export function checkSession(): Promise<void> {
  const token = session.token();
  if (underWay?.token !== token) {
    const done = check(token).finally(() => {
      if (underWay?.done === done) underWay = undefined;
    });
    underWay = { token, done };
  }
  return underWay.done;
}

let underWay: { token: string | null; done: Promise<void> } | undefined;

async function check(token: string | null): Promise<void> {
  const left = new AbortController();
  addEventListener('pagehide', () => left.abort(), { once: true, signal: left.signal });
  try {
    const user = await fetchSessionUser();
    if (token === session.token()) session.update(user);
  } catch (error) {
    const unanswered = !(error instanceof ApiError) || error.status === 0;
    if (unanswered) await new Promise((resolve) => setTimeout(resolve, ABORT_TO_PAGEHIDE_MS));
    if (left.signal.aborted) addEventListener('pageshow', () => void checkSession(), { once: true });
    else if (token === session.token() && !(unanswered && resume())) session.end('expired');
  } finally {
    left.abort();
  }
}

/** Starts with the person of the last visit; the token is checked as soon as the server answers anything. */
function resume(): boolean {
  const user = readSessionUser(session.storedUser());
  if (!user) return false;
  session.update(user);
  // Something else was answered in the meantime.
  if (connection.current().status === 'online') {
    setTimeout(() => void checkSession(), CHECK_AGAIN_MS);
    return true;
  }
  const unsubscribe = connection.subscribe(() => {
    if (connection.current().status !== 'online') return;
    unsubscribe();
    void checkSession();
  });
  return true;
}

/**
 * Signs out here and in every other tab, whatever the server answers. It does not wait for the server, which also
 * closes the socket: what is refetched then must not find a session that is about to end. Only what the person can
 * still undo is sent first, as it needs the session.
 */
export function signOut(): void {
  if (heldWrites.current().size === 0) leave();
  else void heldWrites.sendAll().then(leave);
}

function leave(): void {
  if (stored.provider.read() !== null) {
    void leaveProvider();
    return;
  }
  const request = api.auth.logout.mutate({ body: {}, fetchOptions: { keepalive: true } });
  session.end('left');
  // The token is discarded in any case.
  request.catch(() => undefined);
}

/** Ends the session at the provider as well, which a page of its own does; it waits only as long as the server answers. */
async function leaveProvider(): Promise<void> {
  const fetchOptions = { signal: AbortSignal.timeout(PROVIDER_LOGOUT_MS) };
  const answer = await bodyOf(api.providerSignIn.logout.mutate({ body: {}, fetchOptions })).catch(() => undefined);
  session.end('left');
  const url = answer?.data.url;
  if (url) openSite(url);
}

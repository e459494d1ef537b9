import { CONTRACT_HEADER, CONTRACT_VERSION } from '@shifa/contract';
import type { ApiFetcher } from '@ts-rest/core';
import { ApiError, REQUEST_TIMEOUT_MS, UNREACHABLE_MESSAGE } from '../lib/api-error';
import { appUpdate } from '../lib/app-update';
import { connection } from '../lib/connection';
import { confirmation } from './confirmation';
import { session } from './session';

type Answer = Awaited<ReturnType<ApiFetcher>>;
type Request = Parameters<ApiFetcher>[0] & {
  /** How long to wait for the answer; 10 s unless the call is known to take longer. */
  waitMs?: number;
  /** Sent instead of that of the session, which a 401 then says nothing about. */
  token?: string;
  /** Called as soon as the answer begins; a large file takes a while from there. */
  onHeaders?: (headers: Headers) => void;
};

type Call = Pick<Request, 'path' | 'method' | 'headers'> &
  Partial<Pick<Request, 'body' | 'fetchOptions' | 'waitMs' | 'token' | 'onHeaders'>> & {
    /** What it is answered with, where it has been sent already. */
    sent?: Promise<Response> | undefined;
  };

declare global {
  interface Window {
    /** What `public/first.js` has requested before any other script was there. */
    firstRequest?: { path: string; token: string; response: Promise<Response> } | undefined;
  }
}

let ahead: { path: string; token: string; answer: Promise<Answer> } | undefined;

/**
 * Requests something with the stored token while the code that reads the answer is still being fetched: the first
 * {@link request} for the same path takes this answer.
 */
export function requestAhead(path: string): void {
  const token = session.token();
  if (token === null) return;
  const first = window.firstRequest;
  window.firstRequest = undefined;
  const sent = first?.path === path && first.token === token ? first.response : undefined;
  const answer = answerTo({ path, method: 'GET', headers: {}, sent });
  // The caller that takes the answer handles its failure.
  answer.catch(() => undefined);
  ahead = { path, token, answer };
}

/** A busy server is asked again so often, if it says when and what is asked for happens only once however often it is sent. */
const MAX_RETRIES = 2;
const MAX_PAUSE_SECONDS = 10;

/** How long to wait before the same call, or `undefined` where it must not or need not be sent again. */
function pauseBefore({ method, headers }: Call, { status, headers: answered }: Answer): number | undefined {
  const mayRepeat = method === 'GET' || 'idempotency-key' in headers;
  const seconds = Number(answered.get('retry-after') ?? NaN);
  return status === 503 && mayRepeat && seconds <= MAX_PAUSE_SECONDS ? seconds * 1000 : undefined;
}

/**
 * The one way to the API: bearer token, 10 s, JSON, files as they are. Answers only a success; anything else is thrown
 * as an {@link ApiError}, also what says `success: false` under a status of success. A 401 ends the session. What needs a
 * confirmation is sent again once the person has confirmed.
 */
export function request(call: Call): Promise<Answer> {
  if (call.method !== 'GET' || call.path !== ahead?.path) return answerTo(call);
  const { token, answer } = ahead;
  ahead = undefined;
  return token === session.token() ? answer : answerTo(call);
}

async function answerTo(call: Call): Promise<Answer> {
  const { path, method, headers, body, fetchOptions, waitMs = REQUEST_TIMEOUT_MS, onHeaders } = call;
  const token = call.token ?? session.token();
  const init = {
    ...fetchOptions,
    method,
    headers: {
      ...headers,
      [CONTRACT_HEADER]: CONTRACT_VERSION,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: body ?? null,
    credentials: 'include',
  } as const;
  let answer = await send(path, init, waitMs, onHeaders, call.sent);
  for (let retries = 0; retries < MAX_RETRIES; retries += 1) {
    const pause = pauseBefore(call, answer);
    if (pause === undefined) break;
    await elapsed(pause, fetchOptions?.signal);
    answer = await send(path, init, waitMs, onHeaders);
  }
  if (isSuccess(answer.status) && !isFailure(answer.body)) return answer;
  // A 401 to an older token says nothing about the session of the present one.
  const error = new ApiError(answer.status, failureIn(answer.body));
  if (error.code === 'CONFIRMATION_REQUIRED' && (await confirmation.ask())) return answerTo(call);
  if (error.code === 'CLIENT_OUTDATED') appUpdate.offer();
  if (answer.status === 401 && token === session.token()) {
    session.end('expired', error.code === 'ACCOUNT_CLOSED' ? error.message : undefined);
  }
  throw error;
}

async function send(
  path: string,
  init: RequestInit,
  waitMs: number,
  onHeaders?: (headers: Headers) => void,
  sent?: Promise<Response>,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(waitMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const sentAt = Date.now();
  let begun = false;
  try {
    const response = await (sent ? orAborted(sent, signal) : fetch(path, { ...init, signal }));
    begun = true;
    connection.report(true, sentAt);
    onHeaders?.(response.headers);
    return { status: response.status, body: await bodyOf(response), headers: response.headers };
  } catch (error) {
    if (init.signal?.aborted) throw error;
    if (timeout.aborted) {
      const message = `The server didn't answer within ${waitMs / 1000} seconds. Try again.`;
      throw new ApiError(0, { code: 'TIMEOUT', message });
    }
    if (begun) {
      const message = 'The connection was lost before the whole response arrived. Try again.';
      throw new ApiError(0, { code: 'NETWORK', message });
    }
    connection.report(false);
    throw new ApiError(0, { code: 'NETWORK', message: UNREACHABLE_MESSAGE });
  }
}

/** The response to a request that was sent without the signal. */
function orAborted(response: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
    response.then(resolve, reject);
  });
}

function elapsed(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('json')) {
    return response.json().catch((error: unknown) => {
      // Anything else means that the connection was lost on the way.
      if (error instanceof SyntaxError) return undefined;
      throw error;
    });
  }
  const isFile = response.headers.has('content-disposition') || !(type.startsWith('text/') || type === '');
  return isFile ? response.blob() : response.text();
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function isFailure(body: unknown): boolean {
  return failureIn(body).success === false;
}

function failureIn(body: unknown): { success?: unknown } {
  return typeof body === 'object' && body !== null && !(body instanceof Blob) ? body : {};
}

import type { ApiFetcher } from '@ts-rest/core';
import { ApiError, REQUEST_TIMEOUT_MS } from './api-error';
import { connection } from './connection';
import { session } from './session';

type Answer = Awaited<ReturnType<ApiFetcher>>;
type Request = Parameters<ApiFetcher>[0] & {
  /** How long to wait for the answer; 10 s unless the call is known to take longer. */
  waitMs?: number;
};

/**
 * The one way to the API: bearer token, 10 s, JSON, files as they are. Answers only a success; anything else is thrown
 * as an {@link ApiError}, also what says `success: false` under a status of success. A 401 ends the session.
 */
export async function request(call: Request): Promise<Answer> {
  const { path, method, headers, body, fetchOptions, waitMs = REQUEST_TIMEOUT_MS } = call;
  const token = session.token();
  const init = {
    ...fetchOptions,
    method,
    headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers,
    body: body ?? null,
    credentials: 'include',
  } as const;
  const response = await send(path, init, waitMs);
  const answer: Answer = { status: response.status, body: await bodyOf(response), headers: response.headers };
  if (response.ok && !isFailure(answer.body)) return answer;
  // A 401 to an older token says nothing about the session of the present one.
  const error = new ApiError(response.status, failureIn(answer.body));
  if (response.status === 401 && token === session.token()) {
    session.end('expired', error.code === 'ACCOUNT_CLOSED' ? error.message : undefined);
  }
  throw error;
}

async function send(path: string, init: RequestInit, waitMs: number): Promise<Response> {
  const timeout = AbortSignal.timeout(waitMs);
  try {
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const response = await fetch(path, { ...init, signal });
    connection.report(true);
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    if (timeout.aborted) {
      const message = `The server did not answer within ${waitMs / 1000} seconds. Try again.`;
      throw new ApiError(0, { code: 'TIMEOUT', message });
    }
    connection.report(false);
    throw new ApiError(0, { code: 'NETWORK', message: 'The server cannot be reached. Check the connection.' });
  }
}

function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('json')) return response.json().catch(() => undefined);
  const isFile = response.headers.has('content-disposition') || !(type.startsWith('text/') || type === '');
  return isFile ? response.blob() : response.text();
}

function isFailure(body: unknown): boolean {
  return failureIn(body).success === false;
}

function failureIn(body: unknown): { success?: unknown } {
  return typeof body === 'object' && body !== null && !(body instanceof Blob) ? body : {};
}

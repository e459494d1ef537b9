import type { ApiFetcher } from '@ts-rest/core';
import { ApiError, REQUEST_TIMEOUT_MS } from './api-error';
import { session } from './session';

type Answer = Awaited<ReturnType<ApiFetcher>>;

/**
 * The one way to the API: bearer token, 10 s, JSON. Answers only a success; anything else is thrown as an
 * {@link ApiError}. A 401 to a request that carried the current token ends the session.
 */
export const request: ApiFetcher = async ({ path, method, headers, body, fetchOptions }) => {
  const token = session.token();
  const response = await send(path, {
    ...fetchOptions,
    method,
    headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers,
    body: body ?? null,
    credentials: 'include',
  });
  const answer: Answer = { status: response.status, body: await bodyOf(response), headers: response.headers };
  if (response.ok) return answer;
  if (response.status === 401 && token !== null && token === session.token()) session.end('expired');
  throw new ApiError(response.status, failureIn(answer.body));
};

async function send(path: string, init: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  try {
    return await fetch(path, { ...init, signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    if (timeout.aborted) {
      throw new ApiError(0, { code: 'TIMEOUT', message: 'The server did not answer within 10 seconds. Try again.' });
    }
    throw new ApiError(0, { code: 'NETWORK', message: 'The server cannot be reached. Check the connection.' });
  }
}

function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('json')) return response.json().catch(() => undefined);
  return type.startsWith('text/') || type === '' ? response.text() : response.blob();
}

function failureIn(body: unknown): ConstructorParameters<typeof ApiError>[1] {
  return typeof body === 'object' && body !== null && !(body instanceof Blob) ? body : {};
}

import { vi } from 'vitest';
import { failure } from './fake-api';

export type Call = { method: string; path: string; query: URLSearchParams; headers: Headers; body: unknown };
export type Answer = { status: number; body: unknown };
type Answers = Record<string, Answer | Error | 'never' | ((call: Call) => Answer | Response)>;

/** `200 { success: true, data }` */
export function success(data: unknown): Answer {
  return { status: 200, body: { success: true, data } };
}

/** `200 { success: true, data: [...], pagination }`, the first page of `total` rows. */
export function pageOf(data: unknown[], total = data.length): Answer {
  return {
    status: 200,
    body: { success: true, data, pagination: { page: 1, limit: 20, total, pages: Math.ceil(total / 20) } },
  };
}

/**
 * The server as it should not be: unlike `fakeApi` it may answer off the contract, break the connection or be silent.
 * Answers `fetch` by method and path, such as `GET /api/auth/me`; what is not named answers 404. An error stands for
 * a broken connection, `never` for a server that is silent until the call is given up. Gives back the list of calls,
 * which grows.
 */
export function fakeFetch(answers: Answers): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const { pathname: path, searchParams: query } = new URL(address, 'http://localhost');
    const method = init.method ?? 'GET';
    const sent: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const call = { method, path, query, headers: new Headers(init.headers), body: sent };
    calls.push(call);
    const named = answers[`${method} ${path}`] ?? failure('NOT_FOUND');
    return respond(typeof named === 'function' ? named(call) : named, init.signal);
  });
  return calls;
}

function respond(
  answer: Answer | Response | Error | 'never',
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  if (answer === 'never') {
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
  }
  if (answer instanceof Error) return Promise.reject(answer);
  if (answer instanceof Response) return Promise.resolve(answer);
  return Promise.resolve(Response.json(answer.body, { status: answer.status }));
}

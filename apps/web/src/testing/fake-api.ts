import { contract, type ErrorCode, errorCatalogue, type Failure } from '@shifa/contract';
import type { AppRoute, ServerInferResponses } from '@ts-rest/core';
import { expect, onTestFinished, vi } from 'vitest';
import { asSent, refusals } from './contract-check';
import { record } from './recorded-requests';

export type FakeRequest = {
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
  /** Whether the request outlives the page. */
  keepalive: boolean;
};

type Answer = { status: number; body: unknown };
type Handle = (request: FakeRequest) => Answer | Promise<Answer>;
type Served = { route: AppRoute; pattern: RegExp; handle: Handle; isAsDeclared: boolean };

/**
 * Stands in for the server until the test ends: answers the contract's routes and remembers what it was asked. A later
 * answer for the same route replaces the earlier one. A test fails if it asks what the API would refuse, or is answered
 * what the API would never send.
 */
export function fakeApi() {
  const served: Served[] = [];
  const received: (FakeRequest & { route: AppRoute })[] = [];
  const faults: string[] = [];

  vi.stubGlobal('fetch', async (path: string, init: RequestInit): Promise<Response> => {
    const url = new URL(path, 'http://localhost');
    const named = namedRoutes.get(`${init.method ?? 'GET'} ${url.pathname}`);
    const found = served.find(({ route, pattern }) =>
      named ? route === named : route.method === init.method && pattern.test(url.pathname),
    );
    if (!found) throw new TypeError(`Nobody answers ${init.method ?? 'GET'} ${url.pathname}`);
    const request: FakeRequest = {
      params: found.pattern.exec(url.pathname)?.groups ?? {},
      query: url.searchParams,
      body: bodyOf(init.body),
      headers: new Headers(init.headers),
      keepalive: init.keepalive ?? false,
    };
    received.push({ ...request, route: found.route });
    record({ method: found.route.method, path: url.pathname, search: url.search, body: request.body });
    faults.push(...refusals(found.route, { params: request.params, search: url.search, body: request.body }));
    const answered = await found.handle(request);
    const { status } = answered;
    const { body, faults: ofAnswer } = found.isAsDeclared ? asSent(found.route, answered) : { ...answered, faults: [] };
    faults.push(...ofAnswer);
    if (body instanceof Blob) {
      const headers = { 'content-type': body.type, 'content-disposition': 'attachment; filename="file"' };
      // Not the blob itself: jsdom's is not the one that `Response` knows.
      return new Response(await body.arrayBuffer(), { status, headers });
    }
    return Response.json(body, { status });
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    expect(faults, 'requests and answers that the contract does not allow').toEqual([]);
  });

  return {
    on<Route extends AppRoute>(
      route: Route,
      handle: (request: FakeRequest) => ServerInferResponses<Route> | Promise<ServerInferResponses<Route>>,
    ): void {
      served.unshift({ route, pattern: patternOf(route.path), handle, isAsDeclared: true });
    },
    /** An answer that the contract does not allow, such as that of another server in between. */
    onOffContract(route: AppRoute, handle: Handle): void {
      served.unshift({ route, pattern: patternOf(route.path), handle, isAsDeclared: false });
    },
    /** What was asked of a route, oldest first. */
    requests: (route: AppRoute): FakeRequest[] => received.filter((request) => request.route === route),
  };
}

/** Routes without parameters, which come before those with one: `/api/staff/stats` is no person. */
const namedRoutes = new Map(
  Object.values<Record<string, AppRoute>>(contract)
    .flatMap((feature) => Object.values(feature))
    .map((route) => [`${route.method} ${route.path}`, route]),
);

/** What was sent as JSON, or the fields of a form with its files. */
function bodyOf(body: RequestInit['body']): unknown {
  if (body instanceof FormData) return Object.fromEntries(body);
  return typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
}

/** `/api/laboratories/:id` */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

type FailureOf<Code extends ErrorCode> = { status: (typeof errorCatalogue)[Code]['status']; body: Failure };

/** A failure as the API words it. */
export function failure<Code extends ErrorCode>(code: Code, more: Partial<Failure> = {}): FailureOf<Code> {
  const { status, message } = errorCatalogue[code];
  return { status, body: { success: false, code, message, errors: [], requestId: 'test', ...more } };
}

/** A success that carries a document. */
export function answer<Data>(data: Data) {
  return { status: 200 as const, body: { success: true as const, data } };
}

/** What was created. */
export function answerCreated<Data>(data: Data) {
  return { ...answer(data), status: 201 as const };
}

/** A success without data. */
export function answerDone(message: string) {
  return { status: 200 as const, body: { success: true as const, data: null, message } };
}

/** The first page of a list. */
export function answerPage<Item>(data: Item[], total = data.length, page = 1) {
  const pagination = { page, limit: 20, total, pages: Math.ceil(total / 20) };
  return { status: 200 as const, body: { success: true as const, data, pagination } };
}

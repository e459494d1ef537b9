import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import {
  type ApiFetcher,
  type AppRoute,
  type AppRouteQuery,
  type AppRouter,
  type ClientInferRequest,
  type ClientInferResponses,
  isAppRoute,
  type IsOptional,
} from './core.js';

// The routes of a contract as functions, as the web app uses `@ts-rest/react-query/v5`.

type Settings<Fetcher> = { baseUrl: string; baseHeaders: Record<string, string>; api: Fetcher };

/** The argument may be left out if all of it may. */
type Call<Request, Answer> =
  IsOptional<Request> extends true ? (request?: Request) => Promise<Answer> : (request: Request) => Promise<Answer>;
type Failed = Error & { status?: number; body?: unknown };

export type Client<Router, Fetcher extends ApiFetcher> = {
  [Name in keyof Router]: Router[Name] extends AppRouteQuery
    ? { query: Call<ClientInferRequest<Router[Name], Fetcher>, ClientInferResponses<Router[Name]>> }
    : Router[Name] extends AppRoute
      ? {
          mutate: Call<ClientInferRequest<Router[Name], Fetcher>, ClientInferResponses<Router[Name]>>;
          useMutation: (
            options?: UseMutationOptions<
              ClientInferResponses<Router[Name]>,
              Failed,
              ClientInferRequest<Router[Name], Fetcher>
            >,
          ) => UseMutationResult<ClientInferResponses<Router[Name]>, Failed, ClientInferRequest<Router[Name], Fetcher>>;
        }
      : Client<Router[Name], Fetcher>;
};

export function initTsrReactQuery<Router extends AppRouter, Fetcher extends ApiFetcher>(
  router: Router,
  settings: Settings<Fetcher>,
): Client<Router, Fetcher> {
  const client = Object.entries(router).map(([name, route]) => {
    if (!isAppRoute(route)) return [name, initTsrReactQuery(route, settings)];
    const call = (request: Request = {}) => sent(route, request, settings);
    return [
      name,
      { query: call, mutate: call, useMutation: (options: object) => useMutation({ ...options, mutationFn: call }) },
    ];
  });
  return Object.fromEntries(client) as Client<Router, Fetcher>;
}

type Request = {
  params?: Record<string, string>;
  query?: object;
  body?: unknown;
  headers?: Partial<Record<string, string>>;
  extraHeaders?: Record<string, string>;
  [further: string]: unknown;
};

function sent(route: AppRoute, request: Request, { baseUrl, baseHeaders, api }: Settings<ApiFetcher>) {
  const { params = {}, query, body, headers, extraHeaders, ...further } = request;
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(pairsOf(query)).toString();
  const isForm = body instanceof FormData;
  const given = { ...baseHeaders, ...headers, ...extraHeaders, ...(body === undefined || isForm ? {} : json) };
  return api({
    ...further,
    route,
    path: `${baseUrl}${path}${search && `?${search}`}`,
    method: route.method,
    headers: defined(given),
    body: isForm || body === undefined ? body : JSON.stringify(body),
  });
}

function defined(headers: Partial<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

const json = { 'content-type': 'application/json' };

/** `{ status: ['a', 'b'], page: 1 }` → `status[0]=a&status[1]=b&page=1` */
function pairsOf(value: object | string | number | boolean | null | undefined, name = ''): [string, string][] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null) return [[name, `${value}`]];
  return Object.entries(value).flatMap(([key, each]) => pairsOf(each as never, name === '' ? key : `${name}[${key}]`));
}

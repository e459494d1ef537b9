import { type AppRoute, initContract } from '@ts-rest/core';
import { z } from 'zod';
import {
  commonErrors,
  type ErrorCode,
  errorCatalogue,
  FailureSchema,
  freshErrors,
  idempotencyErrors,
} from './error.js';
import type { Permission } from './permission.js';

/**
 * Who may call a route: anyone (`public`), anyone with a session (`signed-in`), anyone with the given permission, or a
 * paired wall display and no person (`display`).
 * The API's guard relies on nothing else.
 */
export type RoutePolicy = {
  permission: Permission | 'public' | 'signed-in' | 'display';
  /** Also needed, where the answer consists of another feature's documents. */
  also?: Permission;
  /** The permission has to reach the whole network. */
  scope?: 'all';
  /** The person must have signed in or confirmed it within the last 10 minutes; otherwise `CONFIRMATION_REQUIRED`. */
  fresh?: true;
  /** The route can also be called while the person still has a temporary password. */
  withTemporaryPassword?: true;
  /** The route can also be called by someone who has to add a second factor first; see `SECOND_FACTOR_SETUP_REQUIRED`. */
  withoutSecondFactor?: true;
  /** The maximum size of the body, where it exceeds that of other routes (100 kB). */
  maxBodyBytes?: number;
  /** The maximum size of the uploaded file, and what the error message for a larger file calls it. */
  upload?: { maxBytes: number; noun: string };
};

type OwnErrorCode = Exclude<ErrorCode, (typeof commonErrors)[number] | (typeof idempotencyErrors)[number]>;

type IsFresh = { metadata: { fresh: true } };

type DeclaredRoute = AppRoute & {
  summary: string;
  /** What the summary leaves out. Who may call the route is said by its policy, and added in OpenAPI. */
  description: string;
  metadata: RoutePolicy;
  /** The codes of its failures, besides those of {@link commonErrors}. */
  errors?: readonly OwnErrorCode[];
};

/** The statuses of a route's own codes. */
type FailuresOf<Route> = Record<
  (typeof errorCatalogue)[Extract<
    Route extends { errors: readonly (infer Code)[] } ? Code : never,
    ErrorCode
  >]['status'],
  typeof FailureSchema
> &
  (Route extends { headers: typeof idempotent } ? { 409: typeof FailureSchema } : unknown) &
  (Route extends IsFresh ? { 403: typeof FailureSchema } : unknown);

/** A route with the responses that follow from its codes. */
type Complete<Route extends DeclaredRoute> = Omit<Route, 'responses'> & {
  responses: Route['responses'] & FailuresOf<Route>;
};

/**
 * Declares the routes of a feature. A route without a summary, a description or a policy does not compile. The statuses of its failures
 * follow from its codes.
 */
export function defineRoutes<const Routes extends Record<string, DeclaredRoute>>(
  routes: Routes,
): { [Name in keyof Routes]: Complete<Routes[Name]> } {
  const completed = Object.entries(routes).map(([name, route]) => {
    const failures: AppRoute['responses'] = {};
    for (const code of declaredErrors(route)) failures[errorCatalogue[code].status] = FailureSchema;
    return [name, { ...route, responses: { ...route.responses, ...failures } }];
  });
  return Object.fromEntries(completed) as { [Name in keyof Routes]: Complete<Routes[Name]> };
}

/** The codes that a route can answer besides those of {@link commonErrors}. */
export function declaredErrors(route: AppRoute): readonly ErrorCode[] {
  const { errors = [], metadata } = route as { errors?: readonly ErrorCode[]; metadata?: RoutePolicy };
  const isIdempotent = 'idempotency-key' in ((route.headers ?? {}) as object);
  return [...errors, ...(isIdempotent ? idempotencyErrors : []), ...(metadata?.fresh ? freshErrors : [])];
}

/** Whether the route declares that it can answer the code. */
export function canAnswer(route: AppRoute, code: ErrorCode): boolean {
  return [...commonErrors, ...declaredErrors(route)].includes(code);
}

/** The codes of a route's failures as a type: `ErrorCodeOf<typeof contract.transactions.create>`. */
export type ErrorCodeOf<Route> =
  | (typeof commonErrors)[number]
  | (Route extends { headers: typeof idempotent } ? (typeof idempotencyErrors)[number] : never)
  | (Route extends IsFresh ? (typeof freshErrors)[number] : never)
  | (Route extends { errors: readonly (infer Code)[] } ? Code : never);

/** A repeated request with the same key returns the first response and has no further effect. */
export const idempotent = {
  'idempotency-key': z.string().min(8).max(128).optional(),
} as const;

const c = initContract();

/** A file download. Its name and type are in `Content-Disposition` and `Content-Type`. */
export function fileOf() {
  return c.otherResponse({ contentType: 'application/octet-stream', body: c.type<Blob>() });
}

/** An uploaded file as the API receives it: read completely, within the size limit. */
export type UploadedFile = { fileName: string; bytes: Uint8Array };

/** One file in the form field `file`. The browser sends a `FormData`; the API reads an `UploadedFile`. */
export function uploadOf() {
  return { contentType: 'multipart/form-data', body: c.type<{ file: File | UploadedFile }>() } as const;
}

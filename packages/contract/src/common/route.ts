import { type AppRoute, initContract } from '@ts-rest/core';
import { z } from 'zod';
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
  /** The route can also be called while the person still has a temporary password. */
  withTemporaryPassword?: true;
  /** The maximum size of the body, where it exceeds that of other routes (100 kB). */
  maxBodyBytes?: number;
  /** The maximum size of the uploaded file, and what the error message for a larger file calls it. */
  upload?: { maxBytes: number; noun: string };
};

type PolicedRoute = AppRoute & { summary: string; metadata: RoutePolicy };

/** Declares the routes of a feature. A route without a summary or a policy does not compile. */
export function defineRoutes<const Routes extends Record<string, PolicedRoute>>(routes: Routes): Routes {
  return routes;
}

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

import { type AppRoute, initContract } from '@ts-rest/core';
import { z } from 'zod';
import type { Permission } from './permission.js';

/**
 * Who may call a route: anyone (`public`), anyone with a session (`signed-in`), or who holds the permission. The one
 * guard of the API reads nothing else.
 */
export type RoutePolicy = {
  permission: Permission | 'public' | 'signed-in';
  /** Also open while a temporary password waits to be changed. */
  withTemporaryPassword?: true;
  /** How large the file of an `uploadOf` may be, and what it is called to who sends a larger one. */
  upload?: { maxBytes: number; noun: string };
};

type PolicedRoute = AppRoute & { summary: string; metadata: RoutePolicy };

/** Declares a feature's routes. A route without a summary or a policy does not compile. */
export function defineRoutes<const Routes extends Record<string, PolicedRoute>>(routes: Routes): Routes {
  return routes;
}

/** A repeat with the same key returns the first answer and does nothing again. */
export const idempotent = {
  'idempotency-key': z.string().min(8).max(128).optional(),
} as const;

const c = initContract();

/** A file to download; its name and type stand in `Content-Disposition` and `Content-Type`. */
export function fileOf() {
  return c.otherResponse({ contentType: 'application/octet-stream', body: c.type<Blob>() });
}

/** A file as it arrives at the API, read whole and within its limit. */
export type UploadedFile = { fileName: string; bytes: Uint8Array };

/** One file in the form field `file`; the browser sends a `FormData`, and the API reads an `UploadedFile`. */
export function uploadOf() {
  return { contentType: 'multipart/form-data', body: c.type<{ file: File | UploadedFile }>() } as const;
}

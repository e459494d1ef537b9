import { z } from 'zod';
import { AuditEntrySchema } from './audit.js';
import { conflict, notFound, pageOf, successOf } from './envelope.js';
import { IdParams } from './id.js';
import { PageQuery } from './page.js';
import type { Permission } from './permission.js';
import { fileOf, idempotent } from './route.js';
import { MAX_SHEET_BODY_BYTES, SheetFormatSchema } from './sheet.js';

type Described<Path extends string> = { path: Path; summary: string; permission: Permission };

/** Every change to a document, newest first. */
export function historyRoute<const Path extends string>({ path, summary, permission }: Described<Path>) {
  return {
    method: 'GET',
    path,
    summary,
    pathParams: IdParams,
    query: PageQuery.pick({ page: true, limit: true }),
    responses: { 200: pageOf(AuditEntrySchema), ...notFound },
    metadata: { permission },
  } as const;
}

/** A list as a file: all of its pages with the same filter. */
export function exportRoute<const Path extends string, Query extends z.ZodObject>(
  query: Query,
  { path, summary, permission }: Described<Path>,
) {
  return { method: 'GET', path, summary, query, responses: { 200: fileOf() }, metadata: { permission } } as const;
}

/** The empty sheet of an import. */
export function importTemplateRoute<const Path extends string>(described: Described<Path>) {
  return exportRoute(z.object({ format: SheetFormatSchema.default('xlsx') }), described);
}

/**
 * Validates the whole file and reports every fault; writes all rows or none, unless `validRowsOnly` is set.
 * @param created what the rows have become, for the message of a success.
 */
export function importRoute<
  const Path extends string,
  Body extends z.ZodType,
  Result extends z.ZodType<{ applied: boolean; created: readonly unknown[] }>,
>(body: Body, result: Result, { path, summary, permission, created }: Described<Path> & { created: string }) {
  return {
    method: 'POST',
    path,
    summary,
    headers: idempotent,
    body,
    responses: {
      200: successOf(result, (data) => (data.applied ? `${data.created.length} ${created} were created` : undefined)),
      ...conflict,
    },
    metadata: { permission, maxBodyBytes: MAX_SHEET_BODY_BYTES },
  } as const;
}

import { z } from 'zod';
import { AuditEntrySchema } from './audit.js';
import { pageOf, successOf } from './envelope.js';
import type { ErrorCode } from './error.js';
import { IdParams } from './id.js';
import { PageQuery } from './page.js';
import type { Permission } from './permission.js';
import { fileOf, idempotent } from './route.js';
import { MAX_SHEET_BODY_BYTES, SheetFormatSchema } from './sheet.js';

type Described<Path extends string> = { path: Path; summary: string; description: string; permission: Permission };

/** Every change to a document, newest first. */
export function historyRoute<const Path extends string, const Errors extends readonly ErrorCode[]>({
  path,
  summary,
  description,
  errors,
  permission,
}: Described<Path> & { errors: Errors }) {
  return {
    method: 'GET',
    path,
    summary,
    description,
    pathParams: IdParams,
    query: PageQuery.pick({ page: true, limit: true }),
    responses: { 200: pageOf(AuditEntrySchema) },
    errors,
    metadata: { permission },
  } as const;
}

/** A list as a file: all of its pages with the same filter. */
export function exportRoute<const Path extends string, Query extends z.ZodObject>(
  query: Query,
  { path, summary, description, permission }: Described<Path>,
) {
  return {
    method: 'GET',
    path,
    summary,
    description,
    query,
    responses: { 200: fileOf() },
    errors: ['EXPORT_TOO_LARGE'],
    metadata: { permission },
  } as const;
}

/** The empty sheet of an import. */
export function importTemplateRoute<const Path extends string>(described: Described<Path>) {
  const { errors: _none, ...route } = exportRoute(z.object({ format: SheetFormatSchema.default('xlsx') }), described);
  return route;
}

/**
 * Validates the whole file and reports every fault; writes all rows or none, unless `validRowsOnly` is set.
 * @param created what the rows have become, for the message of a success.
 * @param errors what can have changed between reading the file and writing its rows.
 */
export function importRoute<
  const Path extends string,
  Body extends z.ZodType,
  Result extends z.ZodType<{ applied: boolean; created: readonly unknown[] }>,
  const Errors extends readonly ErrorCode[],
>(
  body: Body,
  result: Result,
  {
    path,
    summary,
    description,
    permission,
    created,
    errors,
  }: Described<Path> & { created: (count: number) => string; errors: Errors },
) {
  return {
    method: 'POST',
    path,
    summary,
    description,
    headers: idempotent,
    body,
    responses: {
      200: successOf(result, (data) => (data.applied ? created(data.created.length) : undefined)),
    },
    errors: ['SHEET_UNREADABLE', ...errors],
    metadata: { permission, maxBodyBytes: MAX_SHEET_BODY_BYTES },
  } as const;
}

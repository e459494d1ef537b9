import { canAnswer, type ErrorCode } from '@shifa/contract';
import { type AppRoute, validateIfSchema } from '@ts-rest/core';
import qs from 'qs';
import type { z } from 'zod';

type Parts = { params: Record<string, string>; search: string; body: unknown };
type Validation = { value?: unknown; error?: unknown };

/** What the API would refuse in a request, one line each. */
export function refusals(route: AppRoute, { params, search, body }: Parts): string[] {
  // As the API reads it, see `server.ts` there.
  const query = qs.parse(search, { ignoreQueryPrefix: true, depth: 2, arrayLimit: 100, parameterLimit: 200 });
  const parts: Record<string, Validation> = {
    params: validateIfSchema(params, route.pathParams, { passThroughExtraKeys: true }),
    query: validateIfSchema(query, route.query),
    body: validateIfSchema(body, 'body' in route ? route.body : null),
  };
  return Object.entries(parts).flatMap(([part, { error }]) =>
    error === undefined ? [] : [`${route.method} ${route.path} was sent a wrong ${part}: ${messageOf(error)}`],
  );
}

/** What the API would send in the place of an answer: without fields that the contract does not declare. */
export function asSent(
  route: AppRoute,
  { status, body }: { status: number; body: unknown },
): { body: unknown; faults: string[] } {
  const name = `${route.method} ${route.path}`;
  const schema = route.responses[status];
  if (schema === undefined) return { body, faults: [`${name} does not declare an answer of ${status}`] };
  if (!isSchema(schema)) return { body, faults: [] };
  const { data, error } = schema.safeParse(body);
  if (error) return { body, faults: [`${name} cannot answer ${status} so: ${error.message}`] };
  const { code } = data as { code?: ErrorCode };
  const isDeclared = status < 400 || code === undefined || canAnswer(route, code);
  return { body: data, faults: isDeclared ? [] : [`${name} does not declare ${code}`] };
}

function messageOf(error: unknown): string {
  const { issues = [] } = error as { issues?: { path?: readonly unknown[]; message: string }[] };
  return issues.map(({ path = [], message }) => `${path.join('.')}: ${message}`).join('; ');
}

export function isSchema(value: unknown): value is z.ZodType {
  return typeof value === 'object' && value !== null && 'safeParse' in value;
}

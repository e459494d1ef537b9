import { contract } from '@shifa/contract';
import type { AppRoute } from '@ts-rest/core';
import type { z } from 'zod';
import { isSchema } from './contract-check';
import type { Answer } from './fake-fetch';

/** Texts of which one fits every schema; the first one that does is taken. */
const texts = [
  '',
  '2026-11-24T09:00:00.000Z',
  '2026-11-24',
  '2026-11',
  '09:00',
  'Asia/Kolkata',
  'a'.repeat(24),
  'x@y.z',
];

type Def = {
  type: string;
  shape?: Record<string, z.ZodType>;
  innerType?: z.ZodType;
  in?: z.ZodType;
  options?: z.ZodType[];
  entries?: Record<string, unknown>;
  values?: unknown[];
};

/** The least that a schema accepts: nothing in lists, zero for numbers, null where it may be. */
function leastOf(schema: z.ZodType, name = ''): unknown {
  const { type, shape = {}, innerType, in: input, options, entries = {}, values = [] } = schema.def as unknown as Def;
  if (type === 'object') {
    return Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, leastOf(value, key)]));
  }
  if (type === 'nullable') return null;
  if (type === 'optional') return undefined;
  if (innerType) return leastOf(innerType, name);
  if (input) return leastOf(input, name);
  if (options?.[0]) return leastOf(options[0], name);
  if (type === 'string') {
    const named = name === 'timezone' ? ['Asia/Kolkata'] : [];
    return [...named, ...texts].find((text) => schema.safeParse(text).success);
  }
  const plain: Record<string, unknown> = {
    array: [],
    record: {},
    boolean: false,
    enum: Object.values(entries)[0],
    literal: values[0],
  };
  if (type in plain) return plain[type];
  return [0, 1].find((number) => schema.safeParse(number).success);
}

/** What the server of a network without anything answers to whatever a page reads, by method and path. */
export function emptyNetwork(): Record<string, Answer> {
  const routes = Object.values<Record<string, AppRoute>>(contract).flatMap((feature) => Object.values(feature));
  return Object.fromEntries(
    routes.flatMap(({ method, path, responses: { 200: schema } }): [string, Answer][] => {
      const isRead = method === 'GET' && !path.includes(':');
      return isRead && isSchema(schema) ? [[`GET ${path}`, { status: 200, body: leastOf(schema) }]] : [];
    }),
  );
}

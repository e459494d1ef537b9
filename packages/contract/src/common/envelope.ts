import { z } from 'zod';
import { FailureSchema } from './error.js';
import { PaginationSchema } from './page.js';

/** `{ success: true, data, message? }` */
export function successOf<Data extends z.ZodType>(data: Data) {
  return z.object({ success: z.literal(true), data, message: z.string().optional() });
}

/** `{ success: true, data: [...], pagination }` */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ success: z.literal(true), data: z.array(item), pagination: PaginationSchema });
}

/** A success that carries nothing but its message. */
export const DoneSchema = z.object({ success: z.literal(true), data: z.null(), message: z.string() });

/** The failures that any route may answer with. */
export const commonFailures = {
  400: FailureSchema,
  401: FailureSchema,
  403: FailureSchema,
  413: FailureSchema,
  415: FailureSchema,
  429: FailureSchema,
  500: FailureSchema,
  503: FailureSchema,
} as const;

/** For routes on one document. */
export const notFound = { 404: FailureSchema } as const;

/** For writes that meet a rule or another writer. */
export const conflict = { 409: FailureSchema } as const;

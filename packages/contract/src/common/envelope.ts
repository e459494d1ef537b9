import { z } from 'zod';
import { FailureSchema } from './error.js';
import { PaginationSchema } from './page.js';

/** What a person reads after the success, as a fixed text or made from the data. */
type SuccessMessage<Data> = string | ((data: Data) => string | undefined);

/** The messages of the routes, by the schemas of their successful responses. */
const successMessages = new WeakMap<object, SuccessMessage<never>>();

/** `{ success: true, data, message? }`; the message of a write is declared here and nowhere else. */
export function successOf<Data extends z.ZodType>(data: Data, message?: SuccessMessage<z.output<Data>>) {
  const schema = z.object({ success: z.literal(true), data, message: z.string().optional() });
  if (message !== undefined) successMessages.set(schema, message);
  return schema;
}

/** A success that carries nothing but its message. */
export function doneOf(message: string) {
  return successOf(z.null(), message);
}

/** The message that a response schema declares for this data. */
export function successMessage(schema: object, data: unknown): string | undefined {
  const message = successMessages.get(schema);
  return typeof message === 'function' ? message(data as never) : message;
}

/** `{ success: true, data: [...], pagination }` */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ success: z.literal(true), data: z.array(item), pagination: PaginationSchema });
}

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

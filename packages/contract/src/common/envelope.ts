import { z } from 'zod';
import { FailureSchema } from './error.js';
import { PaginationSchema } from './page.js';

/** The message shown after a success: a fixed text, or a function of the data. */
type SuccessMessage<Data> = string | ((data: Data) => string | undefined);

/** Success messages by response schema. */
const successMessages = new WeakMap<object, SuccessMessage<never>>();

/** `{ success: true, data, message? }`. The success message of a write is declared only here. */
export function successOf<Data extends z.ZodType>(data: Data, message?: SuccessMessage<z.output<Data>>) {
  const schema = z.object({ success: z.literal(true), data, message: z.string().optional() });
  if (message !== undefined) successMessages.set(schema, message);
  return schema;
}

/** A success response without data, with only a message. */
export function doneOf(message: string) {
  return successOf(z.null(), message);
}

/** The message declared by a response schema, for the given data. */
export function successMessage(schema: object, data: unknown): string | undefined {
  const message = successMessages.get(schema);
  return typeof message === 'function' ? message(data as never) : message;
}

/** `{ success: true, data: [...], pagination }` */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ success: z.literal(true), data: z.array(item), pagination: PaginationSchema });
}

/** As {@link pageOf}, with fields that the list has besides. */
export function pageWith<Item extends z.ZodType, Fields extends z.ZodRawShape>(item: Item, fields: Fields) {
  return z.object({ ...pageOf(item).shape, ...fields });
}

/** Failures that any route can return. */
export const commonFailures = {
  400: FailureSchema,
  401: FailureSchema,
  403: FailureSchema,
  413: FailureSchema,
  415: FailureSchema,
  426: FailureSchema,
  429: FailureSchema,
  500: FailureSchema,
  503: FailureSchema,
} as const;

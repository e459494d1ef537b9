import { z } from 'zod';
import { enumOf } from './enum.js';

export const MAX_PAGE_LIMIT = 100;

/** The query parameters of every list. Numbers arrive as text in the query string. */
export const PageQuery = z.object({
  page: z.coerce.number<number>().int().min(1).max(100_000).default(1),
  limit: z.coerce.number<number>().int().min(1).max(MAX_PAGE_LIMIT).default(20),
  search: z.string().trim().max(100).optional(),
});

/** One of the fields, with a leading `-` for descending order. Ties are broken by `_id`. */
export function sortBy<const Field extends string>(fields: readonly Field[]) {
  const directions = fields.flatMap((field) => [field, `-${field}` as const]);
  return enumOf(directions as [Field | `-${Field}`, ...(Field | `-${Field}`)[]]);
}

/** A filter that can be given once or several times: `status=active&status=suspended`. */
export function anyOf<Value extends z.ZodType<string, string>>(value: Value) {
  return z.union([z.array(value).max(50), value.transform((single) => [single])], { error: faultOfEither });
}

/** What is wrong with the list or with the single value, whichever was given, instead of `Invalid input`. */
function faultOfEither(issue: { input?: unknown; errors?: readonly { message: string }[][] }): string | undefined {
  const [ofList, ofSingle] = issue.errors ?? [];
  return (Array.isArray(issue.input) ? ofList : ofSingle)?.[0]?.message;
}

/** A boolean in a query string. */
export const FlagQuery = enumOf(['true', 'false']).transform((text) => text === 'true');

export const PaginationSchema = z.object({
  page: z.number().int(),
  limit: z.number().int(),
  total: z.number().int(),
  /** There are more matches than `total`: a text search is not counted any further. */
  totalIsAtLeast: z.literal(true).optional(),
  pages: z.number().int(),
});
export type Pagination = z.infer<typeof PaginationSchema>;

/** A page of a list, with the total number of matches, or with a number that it exceeds. */
export type Page<Item> = { items: Item[]; total: number; totalIsAtLeast?: true | undefined };

/** The number of pages includes the first of those that were not counted, so that there is always a next one. */
export function paginationOf(
  page: number,
  limit: number,
  { total, totalIsAtLeast }: Omit<Page<unknown>, 'items'>,
): Pagination {
  if (!totalIsAtLeast) return { page, limit, total, pages: Math.ceil(total / limit) };
  return { page, limit, total, totalIsAtLeast, pages: Math.ceil((total + 1) / limit) };
}

import { StaffListQuery, StaffStatusSchema, staffStatuses } from '@shifa/contract';
import { z } from 'zod';

/** What the address bar holds of the list of people: those at work, unless it says otherwise. */
export const StaffListState = StaffListQuery.extend({
  status: z
    .union([z.array(StaffStatusSchema).min(1), StaffStatusSchema.transform((status) => [status])])
    .default(['active']),
});
export type StaffListState = z.output<typeof StaffListState>;

/** What narrows and orders the list, whatever its page. */
export function filterOf({ page: _page, limit: _limit, ...filter }: StaffListState) {
  return filter;
}

export type StaffFilter = ReturnType<typeof filterOf>;

/** Whether a list of statuses leaves nobody out. */
export function isEveryStatus(statuses: readonly string[]): boolean {
  return staffStatuses.every((status) => statuses.includes(status));
}

import { boardGroups, BusinessDaySchema, IdSchema } from '@shifa/contract';
import { z } from 'zod';

/** What the address of the board holds. */
export const BoardState = z.object({
  day: BusinessDaySchema.optional(),
  laboratoryId: IdSchema.optional(),
  show: z.enum(boardGroups).optional(),
  search: z.string().optional(),
  /** Of the people of all laboratories. */
  page: z.coerce.number<string>().int().min(1).optional(),
});
type BoardState = z.output<typeof BoardState>;

export type BoardProps = { state: BoardState; change: (patch: Partial<BoardState>) => void };

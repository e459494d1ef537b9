import { z } from 'zod';
import { actionsOf } from '../common/action.js';
import { BusinessDaySchema, InstantSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { anyOf, PageQuery } from '../common/page.js';
import { wholeNumber } from '../common/text.js';
import { SwapShiftSchema } from './roster-swap.schema.js';

export const MAX_OPEN_PLACES = 20;

export const openShiftStatuses = ['open', 'filled', 'withdrawn', 'ended'] as const;
export const OpenShiftStatusSchema = enumOf(openShiftStatuses);
export type OpenShiftStatus = (typeof openShiftStatuses)[number];

/** A shift of a day that no one has yet, for as many people as there are places. */
export const OfferShiftBody = z.object({
  laboratoryId: IdSchema,
  shiftTypeId: IdSchema,
  day: BusinessDaySchema,
  places: wholeNumber(1, MAX_OPEN_PLACES),
});
export type OfferShiftBody = z.infer<typeof OfferShiftBody>;

export const OpenShiftListQuery = PageQuery.pick({ page: true, limit: true }).extend({
  /** The caller’s own laboratory when omitted. */
  laboratoryId: IdSchema.optional(),
  status: anyOf(OpenShiftStatusSchema).optional(),
});
export type OpenShiftListQuery = z.infer<typeof OpenShiftListQuery>;

export const openShiftActions = ['take', 'withdraw'] as const;
export type OpenShiftAction = (typeof openShiftActions)[number];

export const OpenShiftSchema = z.object({
  _id: IdSchema,
  laboratoryId: IdSchema,
  shiftTypeId: IdSchema,
  shift: SwapShiftSchema,
  places: z.number().int(),
  /** Those who took a place, in order. */
  takenBy: z.array(z.object({ _id: IdSchema, name: z.string() })),
  status: OpenShiftStatusSchema,
  offeredBy: z.string().nullable(),
  /** What the rules warn the caller of. */
  warnings: z.array(z.string()),
  createdAt: InstantSchema,
  updatedAt: InstantSchema,
  updatedBy: z.string().nullable(),
  version: VersionSchema,
  actions: actionsOf(...openShiftActions),
});
export type OpenShift = z.infer<typeof OpenShiftSchema>;

import { z } from 'zod';
import { InstantSchema } from '../common/day.js';
import { eventsTo } from '../common/event.js';
import { IdSchema } from '../common/id.js';
import { ReportKindSchema, ReportStatusSchema } from './report.schema.js';

/** To the person who generates the report only. */
export const reportEvents = eventsTo(
  { people: 'the person who generates the report' },
  {
    'report:progress': z.object({
      /** As in the header `X-Report-Id` of the response. */
      _id: IdSchema,
      kind: ReportKindSchema,
      status: ReportStatusSchema,
      /** Written so far, of about so many. */
      rows: z.number().int(),
      totalRows: z.number().int(),
      at: InstantSchema,
    }),
  },
);

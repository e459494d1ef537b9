import { successOf } from '../common/envelope.js';
import { defineRoutes } from '../common/route.js';
import { MonthEndQuery, MonthEndSchema } from './month-end.schema.js';
import {
  PendingBeforeCloseQuery,
  PendingBeforeCloseSchema,
  PeriodCloseSchema,
  SetPeriodCloseBody,
} from './period-close.schema.js';

export const periodCloseRoutes = defineRoutes({
  periodClose: {
    method: 'GET',
    path: '/transactions/period-lock',
    summary: 'Get the last closed day of the network and of laboratories',
    responses: { 200: successOf(PeriodCloseSchema) },
    metadata: { permission: 'transactions.view' },
  },
  /** What is shown before periods are closed. Requires a scope over the whole network, as closing does. */
  pendingBeforeClose: {
    method: 'GET',
    path: '/transactions/period-lock/pending',
    summary: 'Count undecided entries through a day, by laboratory',
    query: PendingBeforeCloseQuery,
    responses: { 200: successOf(PendingBeforeCloseSchema) },
    metadata: { permission: 'transactions.lock' },
  },
  /** `monthEndFilters` are the lists that are counted. */
  monthEnd: {
    method: 'GET',
    path: '/transactions/month-end',
    summary: 'Count what to settle before a month is closed',
    query: MonthEndQuery,
    responses: { 200: successOf(MonthEndSchema) },
    metadata: { permission: 'transactions.view' },
  },
  /** Requires a scope over the whole network, also for one laboratory. */
  setPeriodClose: {
    method: 'PUT',
    path: '/transactions/period-lock',
    summary: 'Close all periods of the network or of a laboratory through a day, or reopen them',
    body: SetPeriodCloseBody,
    responses: {
      200: successOf(PeriodCloseSchema, 'The closing date was saved'),
    },
    errors: ['LABORATORY_NOT_FOUND', 'VERSION_CONFLICT'],
    metadata: { permission: 'transactions.lock' },
  },
});

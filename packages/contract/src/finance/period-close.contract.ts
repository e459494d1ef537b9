import { conflict, successOf } from '../common/envelope.js';
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
    summary: 'Get the last closed day',
    responses: { 200: successOf(PeriodCloseSchema) },
    metadata: { permission: 'transactions.view' },
  },
  /** What is shown before periods are closed. Only for a scope over the whole network, as closing covers all laboratories. */
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
  /** Requires a scope over the whole network. 409 `VERSION_CONFLICT`. */
  setPeriodClose: {
    method: 'PUT',
    path: '/transactions/period-lock',
    summary: 'Close all periods through a day, or reopen them',
    body: SetPeriodCloseBody,
    responses: {
      200: successOf(PeriodCloseSchema, ({ lockedThrough }) =>
        lockedThrough === null ? 'All periods are open' : 'The period was closed',
      ),
      ...conflict,
    },
    metadata: { permission: 'transactions.lock' },
  },
});

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
    description:
      'Only a super admin can post to closed periods, and such entries are flagged. The day of the network applies ' +
      'to every laboratory; a laboratory can be closed further by itself.',
    responses: { 200: successOf(PeriodCloseSchema) },
    metadata: { permission: 'transactions.view' },
  },
  pendingBeforeClose: {
    method: 'GET',
    path: '/transactions/period-lock/pending',
    summary: 'Count pending entries through a day, by laboratory',
    description:
      'What is shown before periods are closed. As for closing, the permission must reach the whole network.',
    query: PendingBeforeCloseQuery,
    responses: { 200: successOf(PendingBeforeCloseSchema) },
    metadata: { permission: 'transactions.lock' },
  },
  monthEnd: {
    method: 'GET',
    path: '/transactions/month-end',
    summary: 'Count what to settle before closing a month',
    description:
      'Counts pending and rejected entries, entries without a receipt, and unusual entries, in the caller’s scope.',
    query: MonthEndQuery,
    responses: { 200: successOf(MonthEndSchema) },
    metadata: { permission: 'transactions.view' },
  },
  setPeriodClose: {
    method: 'PUT',
    path: '/transactions/period-lock',
    summary: 'Close or reopen periods through a day',
    description: 'For the network or one laboratory. The permission must reach the whole network in both cases.',
    body: SetPeriodCloseBody,
    responses: {
      200: successOf(PeriodCloseSchema, 'The closing date was saved'),
    },
    errors: ['LABORATORY_NOT_FOUND', 'VERSION_CONFLICT'],
    metadata: { permission: 'transactions.lock' },
  },
});

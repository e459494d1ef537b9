import { DecisionBody, DecisionsBody, DecisionsSchema, ReasonQuery } from '../common/decision.js';
import { pageOf, successOf } from '../common/envelope.js';
import { IdParams } from '../common/id.js';
import { defineRoutes, idempotent } from '../common/route.js';
import { historyRoute } from '../common/route-families.js';
import {
  LeaveBalanceQuery,
  LeaveBalanceSchema,
  LeaveListQuery,
  LeavePreviewQuery,
  LeavePreviewSchema,
  LeaveSchema,
  PersonBalanceSchema,
  RequestLeaveBody,
  TeamBalancesQuery,
} from './leave.schema.js';

export const leavesContract = defineRoutes({
  list: {
    method: 'GET',
    path: '/attendance/leaves',
    summary: 'List leaves',
    description:
      'Leaves of the caller’s scope, the latest first day first. People with the scope “own” get their own leaves.',
    query: LeaveListQuery,
    responses: { 200: pageOf(LeaveSchema) },
    metadata: { permission: 'leave.view' },
  },
  balance: {
    method: 'GET',
    path: '/attendance/leaves/balance',
    summary: 'Get a person’s leave balance',
    description:
      'Days of a calendar year by type of leave. Pending leave counts as taken. Without `userId`, it’s the caller’s ' +
      'own balance.',
    query: LeaveBalanceQuery,
    responses: { 200: successOf(LeaveBalanceSchema) },
    errors: ['STAFF_NOT_FOUND'],
    metadata: { permission: 'leave.view' },
  },
  teamBalances: {
    method: 'GET',
    path: '/attendance/leaves/balances',
    summary: 'List the leave balances of a laboratory',
    description: 'The people of the laboratory who haven’t exited, by name.',
    query: TeamBalancesQuery,
    responses: { 200: pageOf(PersonBalanceSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'leave.view' },
  },
  preview: {
    method: 'GET',
    path: '/attendance/leaves/preview',
    summary: 'Preview a request for leave',
    description:
      'The days that the caller’s request would take from the balance. Writes nothing. Refuses what the request ' +
      'itself would refuse, except that there may be no working day.',
    query: LeavePreviewQuery,
    responses: { 200: successOf(LeavePreviewSchema) },
    errors: ['LABORATORY_ARCHIVED', 'LABORATORY_SUSPENDED'],
    metadata: { permission: 'leave.create' },
  },
  get: {
    method: 'GET',
    path: '/attendance/leaves/:id',
    summary: 'Get a leave',
    description: 'The leave with its decision and what the caller can do with it.',
    pathParams: IdParams,
    responses: { 200: successOf(LeaveSchema) },
    errors: ['LEAVE_NOT_FOUND'],
    metadata: { permission: 'leave.view' },
  },
  history: historyRoute({
    path: '/attendance/leaves/:id/history',
    summary: 'Get the history of a leave',
    description: 'Every change to the leave, newest first, with the fields before and after.',
    errors: ['LEAVE_NOT_FOUND'],
    permission: 'leave.view',
  }),
  request: {
    method: 'POST',
    path: '/attendance/leaves',
    summary: 'Request leave',
    description: 'For the caller. The leave must contain a working day and begin within a year.',
    headers: idempotent,
    body: RequestLeaveBody,
    responses: { 201: successOf(LeaveSchema, 'Your request was sent') },
    errors: ['LABORATORY_ARCHIVED', 'LABORATORY_SUSPENDED', 'LEAVE_OVERLAPS', 'LEAVE_BALANCE_EXCEEDED', 'MONTH_CLOSED'],
    metadata: { permission: 'leave.create' },
  },
  decide: {
    method: 'PUT',
    path: '/attendance/leaves/:id/approve',
    summary: 'Approve or reject a leave',
    description:
      'Absences on the days of an approved leave become leave. No one decides on their own leave. A rejection needs ' +
      'a reason.',
    pathParams: IdParams,
    body: DecisionBody,
    responses: {
      200: successOf(LeaveSchema, ({ status, userId }) => `${userId.name}’s leave was ${status}`),
    },
    errors: [
      'OWN_LEAVE',
      'APPROVER_TOO_LOW',
      'APPROVER_DEPENDENT',
      'LEAVE_NOT_FOUND',
      'VERSION_CONFLICT',
      'LEAVE_BALANCE_EXCEEDED',
      'LEAVE_ALREADY_DECIDED',
      'MONTH_CLOSED',
    ],
    metadata: { permission: 'leave.approve' },
  },
  bulkDecide: {
    method: 'POST',
    path: '/attendance/leaves/bulk-approve',
    summary: 'Approve or reject several leaves',
    description:
      'Up to 100 leaves. Each is decided independently, and the result explains those that couldn’t be decided.',
    headers: idempotent,
    body: DecisionsBody,
    responses: { 200: successOf(DecisionsSchema) },
    errors: ['LEAVE_NOT_FOUND'],
    metadata: { permission: 'leave.approve' },
  },
  cancel: {
    method: 'DELETE',
    path: '/attendance/leaves/:id',
    summary: 'Cancel a leave',
    description:
      'People can cancel their own leave until it has begun. Those who can decide on it can cancel it until 31 days ' +
      'after its last day, with a reason that the person is told.',
    pathParams: IdParams,
    query: ReasonQuery,
    responses: { 200: successOf(LeaveSchema, 'The leave was cancelled') },
    errors: [
      'APPROVER_TOO_LOW',
      'APPROVER_DEPENDENT',
      'LEAVE_NOT_FOUND',
      'VERSION_CONFLICT',
      'LEAVE_ENDED',
      'MONTH_CLOSED',
    ],
    metadata: { permission: 'leave.cancel' },
  },
});

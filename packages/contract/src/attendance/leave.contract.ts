import { AuditEntrySchema } from '../common/audit.js';
import { DecisionBody, DecisionsBody, DecisionsSchema } from '../common/decision.js';
import { conflict, notFound, pageOf, successOf } from '../common/envelope.js';
import { IdParams } from '../common/id.js';
import { PageQuery } from '../common/page.js';
import { defineRoutes, idempotent } from '../common/route.js';
import {
  CancelLeaveQuery,
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
    query: LeaveListQuery,
    responses: { 200: pageOf(LeaveSchema) },
    metadata: { permission: 'leave.view' },
  },
  balance: {
    method: 'GET',
    path: '/attendance/leaves/balance',
    summary: "Get a person's leave balance",
    query: LeaveBalanceQuery,
    responses: { 200: successOf(LeaveBalanceSchema), ...notFound },
    metadata: { permission: 'leave.view' },
  },
  /** Of people who have not left, by name. */
  teamBalances: {
    method: 'GET',
    path: '/attendance/leaves/balances',
    summary: 'List the leave balances of a laboratory',
    query: TeamBalancesQuery,
    responses: { 200: pageOf(PersonBalanceSchema), ...notFound },
    metadata: { permission: 'leave.view' },
  },
  /** For oneself. Writes nothing; 400 as `request`, except that there may be no working day. */
  preview: {
    method: 'GET',
    path: '/attendance/leaves/preview',
    summary: 'Preview a request for leave',
    query: LeavePreviewQuery,
    responses: { 200: successOf(LeavePreviewSchema), ...conflict },
    metadata: { permission: 'leave.create' },
  },
  get: {
    method: 'GET',
    path: '/attendance/leaves/:id',
    summary: 'Get a leave',
    pathParams: IdParams,
    responses: { 200: successOf(LeaveSchema), ...notFound },
    metadata: { permission: 'leave.view' },
  },
  history: {
    method: 'GET',
    path: '/attendance/leaves/:id/history',
    summary: 'Get the history of a leave',
    pathParams: IdParams,
    query: PageQuery.pick({ page: true, limit: true }),
    responses: { 200: pageOf(AuditEntrySchema), ...notFound },
    metadata: { permission: 'leave.view' },
  },
  /** For oneself. 409 `LEAVE_OVERLAPS`, `LEAVE_BALANCE_EXCEEDED`; 400 without a working day and more than a year ahead. */
  request: {
    method: 'POST',
    path: '/attendance/leaves',
    summary: 'Request leave',
    headers: idempotent,
    body: RequestLeaveBody,
    responses: { 201: successOf(LeaveSchema, 'Your request was sent'), ...conflict },
    metadata: { permission: 'leave.create' },
  },
  /**
   * Absences on the days of an approved leave become leave. 403 `OWN_LEAVE`, `APPROVER_TOO_LOW`; 409
   * `LEAVE_ALREADY_DECIDED`, `LEAVE_BALANCE_EXCEEDED`, `VERSION_CONFLICT`.
   */
  decide: {
    method: 'PUT',
    path: '/attendance/leaves/:id/approve',
    summary: 'Approve or reject a leave',
    pathParams: IdParams,
    body: DecisionBody,
    responses: {
      200: successOf(LeaveSchema, ({ status, userId }) => `${userId.name}’s leave was ${status}`),
      ...notFound,
      ...conflict,
    },
    metadata: { permission: 'leave.approve' },
  },
  bulkDecide: {
    method: 'POST',
    path: '/attendance/leaves/bulk-approve',
    summary: 'Approve or reject several leaves',
    headers: idempotent,
    body: DecisionsBody,
    responses: { 200: successOf(DecisionsSchema), ...notFound, ...conflict },
    metadata: { permission: 'leave.approve' },
  },
  /**
   * By the person until it has begun, and by the person who could decide on it until 31 days after its last day. 409
   * `LEAVE_ENDED`.
   */
  cancel: {
    method: 'DELETE',
    path: '/attendance/leaves/:id',
    summary: 'Cancel a leave',
    pathParams: IdParams,
    query: CancelLeaveQuery,
    responses: { 200: successOf(LeaveSchema, 'The leave was cancelled'), ...notFound, ...conflict },
    metadata: { permission: 'leave.cancel' },
  },
});

import { DecisionBody, DecisionsBody, DecisionsSchema } from '../common/decision.js';
import { pageOf, successOf } from '../common/envelope.js';
import { IdParams, VersionQuery } from '../common/id.js';
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
    query: LeaveListQuery,
    responses: { 200: pageOf(LeaveSchema) },
    metadata: { permission: 'leave.view' },
  },
  balance: {
    method: 'GET',
    path: '/attendance/leaves/balance',
    summary: "Get a person's leave balance",
    query: LeaveBalanceQuery,
    responses: { 200: successOf(LeaveBalanceSchema) },
    errors: ['STAFF_NOT_FOUND'],
    metadata: { permission: 'leave.view' },
  },
  /** Of people who have not left, by name. */
  teamBalances: {
    method: 'GET',
    path: '/attendance/leaves/balances',
    summary: 'List the leave balances of a laboratory',
    query: TeamBalancesQuery,
    responses: { 200: pageOf(PersonBalanceSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'leave.view' },
  },
  /** For oneself. Writes nothing; refused as `request` is, except that there may be no working day. */
  preview: {
    method: 'GET',
    path: '/attendance/leaves/preview',
    summary: 'Preview a request for leave',
    query: LeavePreviewQuery,
    responses: { 200: successOf(LeavePreviewSchema) },
    metadata: { permission: 'leave.create' },
  },
  get: {
    method: 'GET',
    path: '/attendance/leaves/:id',
    summary: 'Get a leave',
    pathParams: IdParams,
    responses: { 200: successOf(LeaveSchema) },
    errors: ['LEAVE_NOT_FOUND'],
    metadata: { permission: 'leave.view' },
  },
  history: historyRoute({
    path: '/attendance/leaves/:id/history',
    summary: 'Get the history of a leave',
    errors: ['LEAVE_NOT_FOUND'],
    permission: 'leave.view',
  }),
  /** For oneself. Must contain a working day and begin within a year. */
  request: {
    method: 'POST',
    path: '/attendance/leaves',
    summary: 'Request leave',
    headers: idempotent,
    body: RequestLeaveBody,
    responses: { 201: successOf(LeaveSchema, 'Your request was sent') },
    errors: ['LABORATORY_ARCHIVED', 'LABORATORY_SUSPENDED', 'LEAVE_OVERLAPS', 'LEAVE_BALANCE_EXCEEDED'],
    metadata: { permission: 'leave.create' },
  },
  /** Absences on the days of an approved leave become leave. */
  decide: {
    method: 'PUT',
    path: '/attendance/leaves/:id/approve',
    summary: 'Approve or reject a leave',
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
    ],
    metadata: { permission: 'leave.approve' },
  },
  bulkDecide: {
    method: 'POST',
    path: '/attendance/leaves/bulk-approve',
    summary: 'Approve or reject several leaves',
    headers: idempotent,
    body: DecisionsBody,
    responses: { 200: successOf(DecisionsSchema) },
    errors: ['LEAVE_NOT_FOUND'],
    metadata: { permission: 'leave.approve' },
  },
  /** By the person until it has begun, and by those who can decide on it until 31 days after its last day. */
  cancel: {
    method: 'DELETE',
    path: '/attendance/leaves/:id',
    summary: 'Cancel a leave',
    pathParams: IdParams,
    query: VersionQuery,
    responses: { 200: successOf(LeaveSchema, 'The leave was cancelled') },
    errors: ['LEAVE_NOT_FOUND', 'VERSION_CONFLICT', 'LEAVE_ENDED'],
    metadata: { permission: 'leave.cancel' },
  },
});

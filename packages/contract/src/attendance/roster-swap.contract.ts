import { z } from 'zod';
import { DecisionBody, DecisionsBody, DecisionsSchema } from '../common/decision.js';
import { pageOf, successOf } from '../common/envelope.js';
import { IdParams, VersionSchema } from '../common/id.js';
import { defineRoutes, idempotent } from '../common/route.js';
import {
  ExchangeShiftSchema,
  ExchangeShiftsQuery,
  RequestSwapBody,
  RosterSwapSchema,
  SwapColleaguesQuery,
  SwapColleaguesSchema,
  SwapConflictSchema,
  SwapListQuery,
} from './roster-swap.schema.js';

const versioned = z.object({ version: VersionSchema.optional() }).prefault({});
const closed = ['LABORATORY_ARCHIVED', 'LABORATORY_SUSPENDED'] as const;

/** A person gives a published shift to a colleague, or exchanges it, and an approver decides. */
export const rosterSwapsContract = defineRoutes({
  list: {
    method: 'GET',
    path: '/attendance/roster/swaps',
    summary: 'List swaps of shifts',
    description:
      'Swaps of the caller’s scope, the latest first. People with the scope “own” get those that they offered or were ' +
      'asked about.',
    query: SwapListQuery,
    responses: { 200: pageOf(RosterSwapSchema) },
    metadata: { permission: 'attendance.view' },
  },
  colleagues: {
    method: 'GET',
    path: '/attendance/roster/swaps/colleagues',
    summary: 'List who can take a shift of one’s own',
    description:
      'The active colleagues of the caller’s laboratory, those who can take the shift first, each with why they ' +
      'can’t or what the rules warn of. Refuses what the request itself would refuse.',
    query: SwapColleaguesQuery,
    responses: { 200: successOf(SwapColleaguesSchema) },
    errors: [...closed],
    metadata: { permission: 'attendance.view' },
  },
  exchanges: {
    method: 'GET',
    path: '/attendance/roster/swaps/exchanges',
    summary: 'List a colleague’s shifts for an exchange',
    description: 'Their published shifts of the next 31 days, each with why it can’t be exchanged for the caller’s.',
    query: ExchangeShiftsQuery,
    responses: { 200: successOf(z.array(ExchangeShiftSchema)) },
    errors: ['STAFF_NOT_FOUND', ...closed],
    metadata: { permission: 'attendance.view' },
  },
  get: {
    method: 'GET',
    path: '/attendance/roster/swaps/:id',
    summary: 'Get a swap of shifts',
    description: 'The swap with its decision and what the caller can do with it.',
    pathParams: IdParams,
    responses: { 200: successOf(RosterSwapSchema) },
    errors: ['SWAP_NOT_FOUND'],
    metadata: { permission: 'attendance.view' },
  },
  conflicts: {
    method: 'GET',
    path: '/attendance/roster/swaps/:id/conflicts',
    summary: 'Get the conflicts that a swap would cause',
    description:
      'Of both people, by the laboratory’s rules. Before anyone has accepted, of the caller. Empty once the swap is over.',
    pathParams: IdParams,
    responses: { 200: successOf(z.array(SwapConflictSchema)) },
    errors: ['SWAP_NOT_FOUND'],
    metadata: { permission: 'attendance.view' },
  },
  request: {
    method: 'POST',
    path: '/attendance/roster/swaps',
    summary: 'Request a swap of shifts',
    description:
      'Offers a published shift of the caller that hasn’t begun. Each of the colleagues gets one message, and the first ' +
      'who accepts has it. A day can be part of one open swap.',
    headers: idempotent,
    body: RequestSwapBody,
    responses: { 201: successOf(RosterSwapSchema, 'Your colleagues were asked') },
    errors: ['STAFF_NOT_FOUND', 'SWAP_PENDING', 'ROSTER_HAS_CONFLICTS', 'ROSTER_DAY_RECORDED', ...closed],
    metadata: { permission: 'attendance.view' },
  },
  accept: {
    method: 'POST',
    path: '/attendance/roster/swaps/:id/accept',
    summary: 'Accept a swap of shifts',
    description: 'By one of the colleagues who were asked. An approver then decides.',
    headers: idempotent,
    pathParams: IdParams,
    body: versioned,
    responses: { 200: successOf(RosterSwapSchema, 'You accepted. An approver will decide.') },
    errors: [
      'SWAP_NOT_FOUND',
      'SWAP_ENDED',
      'VERSION_CONFLICT',
      'ROSTER_HAS_CONFLICTS',
      'ROSTER_DAY_RECORDED',
      ...closed,
    ],
    metadata: { permission: 'attendance.view' },
  },
  decline: {
    method: 'POST',
    path: '/attendance/roster/swaps/:id/decline',
    summary: 'Decline a swap of shifts',
    description:
      'By one of the colleagues who were asked, also after accepting: the others can then accept. The swap ends when ' +
      'all have declined.',
    headers: idempotent,
    pathParams: IdParams,
    body: versioned,
    responses: { 200: successOf(RosterSwapSchema, 'You declined') },
    errors: ['SWAP_NOT_FOUND', 'SWAP_ENDED', 'VERSION_CONFLICT'],
    metadata: { permission: 'attendance.view' },
  },
  withdraw: {
    method: 'POST',
    path: '/attendance/roster/swaps/:id/withdraw',
    summary: 'Withdraw a swap of shifts',
    description: 'By the person who requested it, until it is decided.',
    headers: idempotent,
    pathParams: IdParams,
    body: versioned,
    responses: { 200: successOf(RosterSwapSchema, 'The swap was withdrawn') },
    errors: ['SWAP_NOT_FOUND', 'SWAP_ENDED', 'VERSION_CONFLICT'],
    metadata: { permission: 'attendance.view' },
  },
  decide: {
    method: 'PUT',
    path: '/attendance/roster/swaps/:id/approve',
    summary: 'Approve or reject a swap of shifts',
    description:
      'An approval publishes the changed days. Neither of the two people decides, and a rejection needs a reason.',
    pathParams: IdParams,
    body: DecisionBody,
    responses: {
      200: successOf(RosterSwapSchema, ({ status, userId }) => `The swap of ${userId.name} was ${status}`),
    },
    errors: [
      'OWN_WORK',
      'APPROVER_TOO_LOW',
      'APPROVER_DEPENDENT',
      'SWAP_NOT_FOUND',
      'SWAP_ENDED',
      'VERSION_CONFLICT',
      'ROSTER_HAS_CONFLICTS',
      'ROSTER_DAY_RECORDED',
    ],
    metadata: { permission: 'attendance.approve' },
  },
  bulkDecide: {
    method: 'POST',
    path: '/attendance/roster/swaps/bulk-approve',
    summary: 'Approve or reject several swaps of shifts',
    description:
      'Up to 100 swaps. Each is decided independently, and the result explains those that couldn’t be decided.',
    headers: idempotent,
    body: DecisionsBody,
    responses: { 200: successOf(DecisionsSchema) },
    errors: ['SWAP_NOT_FOUND'],
    metadata: { permission: 'attendance.approve' },
  },
});

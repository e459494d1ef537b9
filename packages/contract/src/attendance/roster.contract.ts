import { z } from 'zod';
import { doneOf, pageOf, successOf } from '../common/envelope.js';
import { plural } from '../common/plural.js';
import { defineRoutes, fileOf, idempotent } from '../common/route.js';
import {
  CalendarLinkSchema,
  CalendarParams,
  MyRosterQuery,
  MyRosterSchema,
  NewCalendarLinkSchema,
} from './own-roster.schema.js';
import {
  PlannedRosterSchema,
  PlanRosterBody,
  PublishRosterBody,
  RosterBoardQuery,
  RosterBoardSchema,
  RosterPublicationSchema,
  RosterPublicationsQuery,
} from './roster.schema.js';

/** Who works which shift on which day. */
export const rosterContract = defineRoutes({
  board: {
    method: 'GET',
    path: '/attendance/roster',
    summary: 'Get the roster of a laboratory',
    description:
      'People by name, with what is published for each day. Planners also get drafts, conflicts and the days in ' +
      'other laboratories. People with the scope “own” get their own row. Coverage counts the whole laboratory.',
    query: RosterBoardQuery,
    responses: { 200: successOf(RosterBoardSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'attendance.view' },
  },
  plan: {
    method: 'POST',
    path: '/attendance/roster/cells',
    summary: 'Plan days of a roster',
    description:
      'Up to 200 people with 31 days each: all or nothing. The days are drafts until they are published. If another ' +
      'planner has changed one of them, the answer is ROSTER_CHANGED with these days and who changed them, and ' +
      'nothing is written. Days before today can’t be planned.',
    headers: idempotent,
    body: PlanRosterBody,
    responses: { 200: successOf(PlannedRosterSchema) },
    errors: [
      'LABORATORY_NOT_FOUND',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'STAFF_NOT_FOUND',
      'SHIFT_TYPE_NOT_FOUND',
      'SHIFT_TYPE_ARCHIVED',
      'ROSTER_CHANGED',
      'ROSTER_DAY_OVER',
    ],
    metadata: { permission: 'attendance.roster', maxBodyBytes: 1_000_000 },
  },
  publish: {
    method: 'POST',
    path: '/attendance/roster/publish',
    summary: 'Publish days of a roster',
    description:
      'Every planned day of the laboratory from today on, within the days, on which the person belongs to it. ' +
      'Attendance follows it from then on, and each person whose days changed gets one message. Refused if a ' +
      'conflict forbids one of the days, if no one planned or changed any, or if someone has already clocked in on a ' +
      'day that changes. ' +
      'With the digest of the board, ROSTER_CHANGED refuses days that have changed since it was read. ' +
      '`OWN_WORK` leaves today and tomorrow of the caller to another planner.',
    headers: idempotent,
    body: PublishRosterBody,
    responses: {
      201: successOf(
        RosterPublicationSchema,
        ({ changedDays, changedPeople }) =>
          `The roster was published: ${plural(changedDays, '1 day', `${changedDays} days`)} of ` +
          `${plural(changedPeople, '1 person', `${changedPeople} people`)} changed`,
      ),
    },
    errors: [
      'LABORATORY_NOT_FOUND',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'OWN_WORK',
      'ROSTER_CHANGED',
      'ROSTER_NOTHING_CHANGED',
      'ROSTER_HAS_CONFLICTS',
      'ROSTER_DAY_RECORDED',
    ],
    metadata: { permission: 'attendance.roster' },
  },
  publications: {
    method: 'GET',
    path: '/attendance/roster/publications',
    summary: 'List the publications of a laboratory’s roster',
    description: 'The latest first.',
    query: RosterPublicationsQuery,
    responses: { 200: pageOf(RosterPublicationSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'attendance.roster' },
  },
  mine: {
    method: 'GET',
    path: '/attendance/roster/me',
    summary: 'Get one’s own roster',
    description:
      'Up to 62 days, each with its shift and where that comes from. Drafts aren’t part of it. Only for people who ' +
      'belong to a laboratory.',
    query: MyRosterQuery,
    responses: { 200: successOf(MyRosterSchema) },
    metadata: { permission: 'attendance.view' },
  },
  calendarLink: {
    method: 'GET',
    path: '/attendance/roster/calendar-link',
    summary: 'Get whether one’s roster has a calendar link',
    description: 'When the link was created; null without one. The address itself is shown only once.',
    responses: { 200: successOf(CalendarLinkSchema.nullable()) },
    metadata: { permission: 'attendance.view' },
  },
  createCalendarLink: {
    method: 'POST',
    path: '/attendance/roster/calendar-link',
    summary: 'Create a calendar link to one’s roster',
    description: 'Anyone with the address can read the roster without signing in. It replaces an earlier one.',
    body: z.object({}).prefault({}),
    responses: { 201: successOf(NewCalendarLinkSchema, 'The calendar link was created') },
    metadata: { permission: 'attendance.view' },
  },
  removeCalendarLink: {
    method: 'DELETE',
    path: '/attendance/roster/calendar-link',
    summary: 'Revoke the calendar link to one’s roster',
    description: 'Calendars that use the address get nothing from then on. Repeating it changes nothing.',
    responses: { 200: doneOf('The calendar link was revoked') },
    metadata: { permission: 'attendance.view' },
  },
  calendar: {
    method: 'GET',
    path: '/attendance/roster/calendar/:token/roster.ics',
    summary: 'Get a roster as a calendar file',
    description:
      'An iCalendar file (RFC 5545) with the published shifts of the person whose link it is, from 31 days ago to 92 days ' +
      'ahead. Each shift keeps its UID when it changes.',
    pathParams: CalendarParams,
    responses: { 200: fileOf() },
    errors: ['LINK_INVALID', 'TOO_MANY_LOGINS'],
    metadata: { permission: 'public' },
  },
});

import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { CalendarThrottle, OwnRosters } from './roster-planning/own-rosters';
import { PlanRoster } from './roster-planning/plan-roster';
import { PublishRoster } from './roster-planning/publish-roster';
import { RosterBoards } from './roster-planning/roster-boards';
import { ShiftTypes } from './roster-planning/shift-types';
import { AnswerSwap } from './swaps/answer-swap';
import { OpenShifts } from './swaps/open-shifts';
import { RequestSwap } from './swaps/request-swap';

const shiftTypeRoutes = contract.shiftTypes;
const rosterRoutes = contract.rosters;
const swapRoutes = contract.rosterSwaps;
const openShiftRoutes = contract.openShifts;

@Controller()
export class ShiftTypeController {
  constructor(private readonly shiftTypes: ShiftTypes) {}

  @Implements(shiftTypeRoutes.list)
  list(actor: Actor, { query }: Input<typeof shiftTypeRoutes.list>) {
    return this.shiftTypes.list(actor, query);
  }

  @Implements(shiftTypeRoutes.get)
  get(actor: Actor, { params }: Input<typeof shiftTypeRoutes.get>) {
    return this.shiftTypes.records.get(actor, 'attendance.roster', params.id);
  }

  @Implements(shiftTypeRoutes.history)
  history(actor: Actor, { params, query }: Input<typeof shiftTypeRoutes.history>) {
    return this.shiftTypes.records.history(actor, 'attendance.roster', params.id, query);
  }

  @Implements(shiftTypeRoutes.create)
  create(actor: Actor, { body }: Input<typeof shiftTypeRoutes.create>) {
    return () => this.shiftTypes.create(actor, body);
  }

  @Implements(shiftTypeRoutes.update)
  update(actor: Actor, { params, body }: Input<typeof shiftTypeRoutes.update>) {
    return this.shiftTypes.update(actor, params.id, body);
  }

  @Implements(shiftTypeRoutes.archive)
  archive(actor: Actor, { params, body }: Input<typeof shiftTypeRoutes.archive>) {
    return () => this.shiftTypes.setStatus(actor, params.id, body.version, 'archived');
  }

  @Implements(shiftTypeRoutes.restore)
  restore(actor: Actor, { params, body }: Input<typeof shiftTypeRoutes.restore>) {
    return () => this.shiftTypes.setStatus(actor, params.id, body.version, 'active');
  }

  @Implements(shiftTypeRoutes.remove)
  remove(actor: Actor, { params, query }: Input<typeof shiftTypeRoutes.remove>) {
    return this.shiftTypes.remove(actor, params.id, query.version);
  }
}

@Controller()
export class RosterController {
  constructor(
    private readonly boards: RosterBoards,
    private readonly planning: PlanRoster,
    private readonly publishing: PublishRoster,
    private readonly own: OwnRosters,
    private readonly throttle: CalendarThrottle,
  ) {}

  @Implements(rosterRoutes.board)
  board(actor: Actor, { query }: Input<typeof rosterRoutes.board>) {
    return this.boards.board(actor, query);
  }

  @Implements(rosterRoutes.plan)
  plan(actor: Actor, { body }: Input<typeof rosterRoutes.plan>) {
    return () => this.planning.plan(actor, body);
  }

  @Implements(rosterRoutes.publish)
  publish(actor: Actor, { body }: Input<typeof rosterRoutes.publish>) {
    return () => this.publishing.publish(actor, body);
  }

  @Implements(rosterRoutes.publications)
  publications(actor: Actor, { query }: Input<typeof rosterRoutes.publications>) {
    return this.boards.listPublications(actor, query);
  }

  @Implements(rosterRoutes.mine)
  mine(actor: Actor, { query }: Input<typeof rosterRoutes.mine>) {
    return this.own.mine(actor, query);
  }

  @Implements(rosterRoutes.calendarLink)
  calendarLink(actor: Actor) {
    return this.own.link(actor);
  }

  @Implements(rosterRoutes.createCalendarLink)
  createCalendarLink(actor: Actor) {
    return this.own.createLink(actor);
  }

  @Implements(rosterRoutes.removeCalendarLink)
  removeCalendarLink(actor: Actor) {
    return this.own.removeLink(actor);
  }

  @Implements(rosterRoutes.calendar)
  calendar({ params, origin }: Input<typeof rosterRoutes.calendar>) {
    return this.throttle.attempt(origin.ipAddress, () => this.own.calendar(params.token));
  }
}

@Controller()
export class SwapController {
  constructor(
    private readonly requests: RequestSwap,
    private readonly answers: AnswerSwap,
    private readonly openShifts: OpenShifts,
  ) {}

  @Implements(swapRoutes.list)
  list(actor: Actor, { query }: Input<typeof swapRoutes.list>) {
    return this.answers.list(actor, query);
  }

  @Implements(swapRoutes.colleagues)
  colleagues(actor: Actor, { query }: Input<typeof swapRoutes.colleagues>) {
    return this.requests.colleagues(actor, query);
  }

  @Implements(swapRoutes.exchanges)
  exchanges(actor: Actor, { query }: Input<typeof swapRoutes.exchanges>) {
    return this.requests.exchanges(actor, query);
  }

  @Implements(swapRoutes.get)
  get(actor: Actor, { params }: Input<typeof swapRoutes.get>) {
    return this.answers.get(actor, params.id);
  }

  @Implements(swapRoutes.conflicts)
  conflicts(actor: Actor, { params }: Input<typeof swapRoutes.conflicts>) {
    return this.answers.conflicts(actor, params.id);
  }

  @Implements(swapRoutes.request)
  request(actor: Actor, { body }: Input<typeof swapRoutes.request>) {
    return () => this.requests.request(actor, body);
  }

  @Implements(swapRoutes.accept)
  accept(actor: Actor, { params, body }: Input<typeof swapRoutes.accept>) {
    return () => this.answers.answer(actor, params.id, 'accept', body.version);
  }

  @Implements(swapRoutes.decline)
  decline(actor: Actor, { params, body }: Input<typeof swapRoutes.decline>) {
    return () => this.answers.answer(actor, params.id, 'decline', body.version);
  }

  @Implements(swapRoutes.withdraw)
  withdraw(actor: Actor, { params, body }: Input<typeof swapRoutes.withdraw>) {
    return () => this.answers.answer(actor, params.id, 'withdraw', body.version);
  }

  @Implements(swapRoutes.decide)
  decide(actor: Actor, { params, body }: Input<typeof swapRoutes.decide>) {
    return this.answers.decide(actor, params.id, body);
  }

  @Implements(swapRoutes.bulkDecide)
  bulkDecide(actor: Actor, { body }: Input<typeof swapRoutes.bulkDecide>) {
    return this.answers.decideMany(actor, body);
  }

  @Implements(openShiftRoutes.list)
  listOpen(actor: Actor, { query }: Input<typeof openShiftRoutes.list>) {
    return this.openShifts.list(actor, query);
  }

  @Implements(openShiftRoutes.offer)
  offer(actor: Actor, { body }: Input<typeof openShiftRoutes.offer>) {
    return () => this.openShifts.offer(actor, body);
  }

  @Implements(openShiftRoutes.take)
  take(actor: Actor, { params }: Input<typeof openShiftRoutes.take>) {
    return () => this.openShifts.take(actor, params.id);
  }

  @Implements(openShiftRoutes.withdraw)
  withdrawOpen(actor: Actor, { params, body }: Input<typeof openShiftRoutes.withdraw>) {
    return () => this.openShifts.withdraw(actor, params.id, body.version);
  }
}

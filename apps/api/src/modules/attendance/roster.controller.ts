import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { CalendarThrottle, OwnRosters } from './roster-planning/own-rosters';
import { PlanRoster } from './roster-planning/plan-roster';
import { PublishRoster } from './roster-planning/publish-roster';
import { RosterBoards } from './roster-planning/roster-boards';
import { ShiftTypes } from './roster-planning/shift-types';

const shiftTypeRoutes = contract.shiftTypes;
const rosterRoutes = contract.rosters;

@Controller()
export class ShiftTypeController {
  constructor(private readonly shiftTypes: ShiftTypes) {}

  @Implements(shiftTypeRoutes.list)
  list(actor: Actor, { query }: Input<typeof shiftTypeRoutes.list>) {
    return this.shiftTypes.list(actor, query);
  }

  @Implements(shiftTypeRoutes.get)
  get(actor: Actor, { params }: Input<typeof shiftTypeRoutes.get>) {
    return this.shiftTypes.get(actor, params.id);
  }

  @Implements(shiftTypeRoutes.history)
  history(actor: Actor, { params, query }: Input<typeof shiftTypeRoutes.history>) {
    return this.shiftTypes.history(actor, params.id, query);
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

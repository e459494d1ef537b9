import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { Implements, type Input } from '../../../platform/http/implements';
import { AttendanceDecisionService } from './decide-record';
import { AttendanceService } from './enter-record';

const routes = contract.attendance;

@Controller()
export class AttendanceController {
  constructor(
    private readonly records: AttendanceService,
    private readonly decisions: AttendanceDecisionService,
  ) {}

  @Implements(routes.list)
  list(actor: Actor, { query }: Input<typeof routes.list>) {
    return this.records.list(actor, query);
  }

  @Implements(routes.mine)
  mine(actor: Actor, { query }: Input<typeof routes.mine>) {
    return this.records.mine(actor, query);
  }

  @Implements(routes.get)
  get(actor: Actor, { params }: Input<typeof routes.get>) {
    return this.records.get(actor, params.id);
  }

  @Implements(routes.history)
  history(actor: Actor, { params, query }: Input<typeof routes.history>) {
    return this.records.history(actor, params.id, query);
  }

  @Implements(routes.create)
  create(actor: Actor, { body }: Input<typeof routes.create>) {
    return () => this.records.create(actor, body);
  }

  @Implements(routes.update)
  update(actor: Actor, { params, body }: Input<typeof routes.update>) {
    return this.records.update(actor, params.id, body);
  }

  @Implements(routes.remove)
  remove(actor: Actor, { params, query }: Input<typeof routes.remove>) {
    return this.records.remove(actor, params.id, query.version);
  }

  @Implements(routes.requestCorrection)
  requestCorrection(actor: Actor, { body }: Input<typeof routes.requestCorrection>) {
    return () => this.records.requestCorrection(actor, body);
  }

  @Implements(routes.withdrawCorrection)
  withdrawCorrection(actor: Actor, { params, body }: Input<typeof routes.withdrawCorrection>) {
    return this.decisions.withdraw(actor, params.id, body.version);
  }

  @Implements(routes.approve)
  approve(actor: Actor, { params, body }: Input<typeof routes.approve>) {
    return this.decisions.decide(actor, params.id, body);
  }

  @Implements(routes.bulkApprove)
  bulkApprove(actor: Actor, { body }: Input<typeof routes.bulkApprove>) {
    return this.decisions.decideMany(actor, body);
  }
}

import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { ReportScheduleService } from './report-schedule.service';
import { ReportService } from './report.service';

const routes = contract.reports;

@Controller()
export class ReportController {
  constructor(
    private readonly reports: ReportService,
    private readonly schedules: ReportScheduleService,
  ) {}

  @Implements(routes.generateExcel)
  generate(actor: Actor, { body }: Input<typeof routes.generateExcel>) {
    return this.reports.generate(actor, body);
  }

  @Implements(routes.history)
  history(actor: Actor, { query }: Input<typeof routes.history>) {
    return this.reports.history(actor, query);
  }

  @Implements(routes.file)
  file(actor: Actor, { params }: Input<typeof routes.file>) {
    return this.reports.file(actor, params.id);
  }

  @Implements(routes.drift)
  drift(actor: Actor, { params }: Input<typeof routes.drift>) {
    return this.reports.drift(actor, params.id);
  }

  @Implements(routes.schedules)
  listSchedules(actor: Actor, { query }: Input<typeof routes.schedules>) {
    return this.schedules.list(actor, query);
  }

  @Implements(routes.createSchedule)
  createSchedule(actor: Actor, { body }: Input<typeof routes.createSchedule>) {
    return () => this.schedules.create(actor, body);
  }

  @Implements(routes.schedule)
  schedule(actor: Actor, { params }: Input<typeof routes.schedule>) {
    return this.schedules.get(actor, params.id);
  }

  @Implements(routes.updateSchedule)
  updateSchedule(actor: Actor, { params, body }: Input<typeof routes.updateSchedule>) {
    return this.schedules.update(actor, params.id, body);
  }

  @Implements(routes.removeSchedule)
  removeSchedule(actor: Actor, { params, query }: Input<typeof routes.removeSchedule>) {
    return this.schedules.remove(actor, params.id, query.version);
  }
}

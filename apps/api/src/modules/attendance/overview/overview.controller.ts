import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { Implements, type Input } from '../../../platform/http/implements';
import { BoardService } from './board';
import { MonthExport, MonthService } from './month';
import { AttendanceRehearsalService } from './rehearsal';
import { AttendanceReportService } from './statistics';

const routes = contract.attendance;

@Controller()
export class OverviewController {
  constructor(
    private readonly boards: BoardService,
    private readonly months: MonthService,
    private readonly monthExport: MonthExport,
    private readonly reports: AttendanceReportService,
    private readonly rehearsals: AttendanceRehearsalService,
  ) {}

  @Implements(routes.board)
  board(actor: Actor, { query }: Input<typeof routes.board>) {
    return this.boards.board(actor, query);
  }

  @Implements(routes.people)
  people(actor: Actor, { query }: Input<typeof routes.people>) {
    return this.boards.people(actor, query);
  }

  @Implements(routes.stats)
  stats(actor: Actor, { query }: Input<typeof routes.stats>) {
    return this.boards.stats(actor, query);
  }

  @Implements(routes.month)
  month(actor: Actor, { query }: Input<typeof routes.month>) {
    return this.months.month(actor, query);
  }

  @Implements(routes.exportMonth)
  exportMonth(actor: Actor, { query }: Input<typeof routes.exportMonth>) {
    return this.monthExport.export(actor, query);
  }

  @Implements(routes.analytics)
  analytics(actor: Actor, { query }: Input<typeof routes.analytics>) {
    return this.reports.analytics(actor, query);
  }

  @Implements(routes.report)
  report(actor: Actor, { query }: Input<typeof routes.report>) {
    return this.reports.report(actor, query);
  }

  @Implements(routes.rehearsal)
  rehearse(actor: Actor, { query }: Input<typeof routes.rehearsal>) {
    return this.rehearsals.rehearse(actor, query);
  }
}

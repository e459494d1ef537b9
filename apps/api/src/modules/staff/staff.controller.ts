import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { Prepared } from '../../platform/idempotency/idempotency';
import { StaffAnalyticsService } from './staff-analytics.service';
import { StaffBulkService } from './staff-bulk.service';
import { StaffSheet } from './staff-sheet';
import { StaffService } from './staff.service';

const routes = contract.staff;

@Controller()
export class StaffController {
  constructor(
    private readonly staff: StaffService,
    private readonly analyses: StaffAnalyticsService,
    private readonly bulkChanges: StaffBulkService,
    private readonly sheets: StaffSheet,
  ) {}

  @Implements(routes.list)
  list(actor: Actor, { query }: Input<typeof routes.list>) {
    return this.staff.list(actor, query);
  }

  @Implements(routes.options)
  options(actor: Actor, { query }: Input<typeof routes.options>) {
    return this.staff.options(actor, query);
  }

  @Implements(routes.suggestions)
  suggestions(actor: Actor, { query }: Input<typeof routes.suggestions>) {
    return this.staff.suggestions(actor, query);
  }

  @Implements(routes.analytics)
  analytics(actor: Actor, { query }: Input<typeof routes.analytics>) {
    return this.analyses.analytics(actor, query);
  }

  @Implements(routes.stats)
  stats(actor: Actor, { query }: Input<typeof routes.stats>) {
    return this.staff.stats(actor, query.laboratoryId);
  }

  @Implements(routes.get)
  get(actor: Actor, { params }: Input<typeof routes.get>) {
    return this.staff.records.get(actor, 'staff.view', params.id);
  }

  @Implements(routes.history)
  history(actor: Actor, { params, query }: Input<typeof routes.history>) {
    return this.staff.records.history(actor, 'staff.view', params.id, query);
  }

  @Implements(routes.create)
  create(actor: Actor, { body }: Input<typeof routes.create>) {
    return new Prepared(() => this.staff.create(actor, body));
  }

  @Implements(routes.update)
  update(actor: Actor, { params, body }: Input<typeof routes.update>) {
    return this.staff.update(actor, params.id, body);
  }

  @Implements(routes.openWork)
  openWork(actor: Actor, { params }: Input<typeof routes.openWork>) {
    return this.staff.openWork(actor, params.id);
  }

  @Implements(routes.exit)
  exit(actor: Actor, { params, query }: Input<typeof routes.exit>) {
    return this.staff.exit(actor, params.id, query);
  }

  @Implements(routes.issuePassword)
  issuePassword(actor: Actor, { params, body }: Input<typeof routes.issuePassword>) {
    return new Prepared(() => this.staff.issuePassword(actor, params.id, body.version));
  }

  @Implements(routes.bulk)
  bulk(actor: Actor, { body }: Input<typeof routes.bulk>) {
    return () => this.bulkChanges.apply(actor, body);
  }

  @Implements(routes.issuePasswords)
  issuePasswords(actor: Actor, { body }: Input<typeof routes.issuePasswords>) {
    return new Prepared(() => this.bulkChanges.issuePasswords(actor, body));
  }

  @Implements(routes.sessions)
  sessions(actor: Actor, { params }: Input<typeof routes.sessions>) {
    return this.staff.sessions(actor, params.id);
  }

  @Implements(routes.endSessions)
  endSessions(actor: Actor, { params }: Input<typeof routes.endSessions>) {
    return this.staff.endSessions(actor, params.id);
  }

  @Implements(routes.endSession)
  endSession(actor: Actor, { params }: Input<typeof routes.endSession>) {
    return this.staff.endSession(actor, params.id, params.sessionId);
  }

  @Implements(routes.export)
  export(actor: Actor, { query }: Input<typeof routes.export>) {
    return this.sheets.export(actor, query);
  }

  @Implements(routes.importTemplate)
  importTemplate(actor: Actor, { query }: Input<typeof routes.importTemplate>) {
    return this.sheets.template(actor, query.format);
  }

  @Implements(routes.import)
  import(actor: Actor, { body }: Input<typeof routes.import>) {
    return new Prepared(() => this.sheets.import(actor, body));
  }
}

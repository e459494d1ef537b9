import { contract } from '@shifa/contract';
import { Controller, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { AuditService } from './audit.service';
import { LedgerService } from './ledgers/ledger.service';
import { VERIFICATION_MODEL, verificationSchema } from './ledgers/verification.document';
import { VerificationRepository } from './ledgers/verification.repository';

const routes = contract.audit;

@Controller()
class AuditController {
  constructor(
    private readonly audit: AuditService,
    private readonly ledgerService: LedgerService,
  ) {}

  @Implements(routes.list)
  list(actor: Actor, { query }: Input<typeof routes.list>) {
    return this.audit.list(actor, query);
  }

  @Implements(routes.export)
  export(actor: Actor, { query }: Input<typeof routes.export>) {
    return this.audit.export(actor, query);
  }

  @Implements(routes.ledgers)
  ledgers(actor: Actor, { query }: Input<typeof routes.ledgers>) {
    return this.ledgerService.list(actor, query);
  }

  @Implements(routes.verifyLedger)
  verifyLedger(actor: Actor, { body }: Input<typeof routes.verifyLedger>) {
    return this.ledgerService.verify(actor, body);
  }

  @Implements(routes.cancelVerification)
  cancelVerification(actor: Actor, { body }: Input<typeof routes.cancelVerification>) {
    return this.ledgerService.cancel(actor, body);
  }
}

@Module({
  imports: [LaboratoriesModule, MongooseModule.forFeature([{ name: VERIFICATION_MODEL, schema: verificationSchema }])],
  controllers: [AuditController],
  providers: [AuditService, LedgerService, VerificationRepository],
})
export class AuditModule {}

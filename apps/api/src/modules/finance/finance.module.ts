import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { StaffModule } from '../staff/staff.module';
import { FinanceDemo } from './finance.demo';
import { FinanceLaboratoryFacts } from './finance.laboratory-facts';
import { FINANCE_FIGURES_MODEL, financeFiguresSchema } from './finance-figures.document';
import { FinanceFiguresListener } from './finance-figures.listener';
import { FinanceFiguresRepository } from './finance-figures.repository';
import { FinanceFigures } from './finance-figures.service';
import { FinanceReportController } from './finance-report.controller';
import { FinanceReportReadModel } from './finance-report.read-model';
import { FinanceReportService } from './finance-report.service';
import { PARTY_MODEL, partySchema } from './party.document';
import { PartyListener } from './party.listener';
import { PartyRepository } from './party.repository';
import { PeriodLockController } from './period-lock.controller';
import { PERIOD_LOCK_MODEL, periodLockSchema } from './period-lock.document';
import { PeriodLockRepository } from './period-lock.repository';
import { PeriodLocks } from './period-lock.service';
import { ReceiptSweep } from './receipt-sweep';
import { ReceiptController } from './receipt.controller';
import { ReceiptService } from './receipt.service';
import { TransactionExportService } from './transaction-export.service';
import { TransactionImportService } from './transaction-import.service';
import { TransactionListService } from './transaction-list.service';
import { TransactionChangeService } from './transaction-change.service';
import { TransactionDecisionService } from './transaction-decision.service';
import { TransactionPlaces } from './transaction-places';
import { TransactionPosting } from './transaction-posting';
import { TransactionRecord } from './transaction-record';
import { TransactionReversal } from './transaction-reversal';
import { TransactionController } from './transaction.controller';
import { TRANSACTION_MODEL, transactionSchema } from './transaction.document';
import { TransactionListener } from './transaction.listener';
import { TransactionRepository } from './transaction.repository';
import { TransactionService } from './transaction.service';

@Module({
  imports: [
    LaboratoriesModule,
    StaffModule,
    MongooseModule.forFeature([
      { name: TRANSACTION_MODEL, schema: transactionSchema },
      { name: FINANCE_FIGURES_MODEL, schema: financeFiguresSchema },
      { name: PARTY_MODEL, schema: partySchema },
      { name: PERIOD_LOCK_MODEL, schema: periodLockSchema },
    ]),
  ],
  controllers: [TransactionController, FinanceReportController, PeriodLockController, ReceiptController],
  providers: [
    TransactionRepository,
    TransactionPlaces,
    TransactionRecord,
    TransactionPosting,
    TransactionReversal,
    TransactionService,
    TransactionChangeService,
    TransactionDecisionService,
    TransactionListener,
    FinanceDemo,
    FinanceLaboratoryFacts,
    FinanceFiguresRepository,
    FinanceFiguresListener,
    FinanceFigures,
    FinanceReportReadModel,
    FinanceReportService,
    PartyListener,
    PartyRepository,
    PeriodLockRepository,
    PeriodLocks,
    ReceiptService,
    ReceiptSweep,
    TransactionListService,
    TransactionExportService,
    TransactionImportService,
  ],
})
export class FinanceModule {}

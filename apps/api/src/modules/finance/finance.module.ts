import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DashboardModule } from '../dashboard/dashboard.module';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { ReportSourcesModule } from '../reports/report-sources.module';
import { StaffModule } from '../staff/staff.module';
import { FinanceDashboard } from './contributions';
import { FinanceLaboratoryFacts } from './finance.laboratory-facts';
import { FinanceReport } from './excel-report';
import { PARTY_MODEL, partySchema } from './parties/party.document';
import { PartyRepository } from './parties/party.repository';
import { PartyService } from './parties/parties';
import { BOOK_MODEL, BookRepository, bookSchema } from './books/book.repository';
import { PeriodCloseController } from './period-close.controller';
import { PERIOD_CLOSE_MODEL, PeriodCloseRepository, periodCloseSchema } from './books/period-close.repository';
import { PeriodCloseService } from './close-books';
import { ReceiptSweep } from './receipt-sweep';
import { ReceiptController } from './receipt.controller';
import { ReceiptService } from './receipts';
import { TransactionRehearsalService } from './rehearse-rules';
import { FinanceReportController } from './statistics.controller';
import { FinanceReportReadModel } from './totals/ledger-totals';
import { FinanceReportService } from './statistics';
import { LEDGER_TOTALS_MODEL, ledgerTotalsSchema } from './totals/ledger-totals.document';
import { LedgerTotalsRepository } from './totals/ledger-totals.repository';
import { RememberedTotals } from './totals/remembered-totals';
import { LedgerTotalsService } from './totals/check-totals';
import { UnusualAmounts } from './unusual-amounts';
import { TransactionApproversService } from './entry-approvers';
import { TransactionDecisionService } from './decide-entries';
import { TransactionDuplicates } from './entry-duplicates';
import { TransactionFilters } from './entry-filters';
import { TransactionNotices } from './reactions';
import { TransactionPostingService } from './enter-entry';
import { TransactionSheetService } from './exchange-entries';
import { TransactionStore } from './entry/entries';
import { TransactionController } from './finance.controller';
import { TRANSACTION_MODEL, transactionSchema } from './entry/entry.document';
import { TransactionMigration } from './finance.migrations';
import { TransactionRepository } from './entry/entry.repository';
import { TransactionService } from './edit-entry';

@Module({
  imports: [
    DashboardModule,
    LaboratoriesModule,
    StaffModule,
    NotificationsModule,
    ReportSourcesModule,
    MongooseModule.forFeature([
      { name: TRANSACTION_MODEL, schema: transactionSchema },
      { name: LEDGER_TOTALS_MODEL, schema: ledgerTotalsSchema },
      { name: PARTY_MODEL, schema: partySchema },
      { name: BOOK_MODEL, schema: bookSchema },
      { name: PERIOD_CLOSE_MODEL, schema: periodCloseSchema },
    ]),
  ],
  controllers: [TransactionController, FinanceReportController, PeriodCloseController, ReceiptController],
  providers: [
    TransactionRepository,
    TransactionStore,
    TransactionFilters,
    TransactionPostingService,
    TransactionDuplicates,
    TransactionService,
    TransactionDecisionService,
    TransactionApproversService,
    TransactionSheetService,
    TransactionRehearsalService,
    TransactionNotices,
    TransactionMigration,
    PartyRepository,
    PartyService,
    PeriodCloseRepository,
    BookRepository,
    PeriodCloseService,
    ReceiptService,
    ReceiptSweep,
    LedgerTotalsRepository,
    RememberedTotals,
    LedgerTotalsService,
    FinanceReportReadModel,
    FinanceReportService,
    UnusualAmounts,
    FinanceDashboard,
    FinanceLaboratoryFacts,
    FinanceReport,
  ],
})
export class FinanceModule {}

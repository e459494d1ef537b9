import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DashboardModule } from '../dashboard/dashboard.module';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { ReportSourcesModule } from '../reports/report-sources.module';
import { StaffModule } from '../staff/staff.module';
import { FinanceDashboard } from './finance.dashboard';
import { FinanceLaboratoryFacts } from './finance.laboratory-facts';
import { FinanceReport } from './finance.report';
import { PARTY_MODEL, partySchema } from './parties/party.document';
import { PartyRepository } from './parties/party.repository';
import { PartyService } from './parties/party.service';
import { BOOK_MODEL, BookRepository, bookSchema } from './period-close/book.repository';
import { PeriodCloseController } from './period-close/period-close.controller';
import { PERIOD_CLOSE_MODEL, PeriodCloseRepository, periodCloseSchema } from './period-close/period-close.repository';
import { PeriodCloseService } from './period-close/period-close.service';
import { ReceiptSweep } from './receipts/receipt-sweep';
import { ReceiptController } from './receipts/receipt.controller';
import { ReceiptService } from './receipts/receipt.service';
import { TransactionRehearsalService } from './rehearsal/rehearsal.service';
import { FinanceReportController } from './reporting/finance-report.controller';
import { FinanceReportReadModel } from './reporting/finance-report.read-model';
import { FinanceReportService } from './reporting/finance-report.service';
import { LEDGER_TOTALS_MODEL, ledgerTotalsSchema } from './reporting/ledger-totals.document';
import { LedgerTotalsRepository } from './reporting/ledger-totals.repository';
import { RememberedTotals } from './reporting/remembered-totals';
import { LedgerTotalsService } from './reporting/ledger-totals.service';
import { UnusualAmounts } from './reporting/unusual-amounts';
import { TransactionApproversService } from './transactions/transaction-approvers.service';
import { TransactionDecisionService } from './transactions/transaction-decision.service';
import { TransactionDuplicates } from './transactions/transaction-duplicates.service';
import { TransactionFilters } from './transactions/transaction-filters.service';
import { TransactionNotices } from './transactions/transaction.notices';
import { TransactionPostingService } from './transactions/transaction-posting.service';
import { TransactionSheetService } from './transactions/transaction-sheet.service';
import { TransactionStore } from './transactions/transaction-store';
import { TransactionController } from './transactions/transaction.controller';
import { TRANSACTION_MODEL, transactionSchema } from './transactions/transaction.document';
import { TransactionMigration } from './transactions/transaction.migration';
import { TransactionRepository } from './transactions/transaction.repository';
import { TransactionService } from './transactions/transaction.service';

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

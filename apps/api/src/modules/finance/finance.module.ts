import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DashboardModule } from '../dashboard/dashboard.module';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { ReportSourcesModule } from '../reports/report-sources.module';
import { StaffModule } from '../staff/staff.module';
import { PurchaseOrdersModule } from '../purchasing/purchase-orders.module';
import { BILL_MODEL, billSchema } from './bills/bill.document';
import { BillCosts } from './bill-costs';
import { BillMatches } from './bills/bill-matches';
import { BillRepository } from './bills/bill.repository';
import {
  BOOK_MODEL,
  BookRepository,
  bookSchema,
  PERIOD_CLOSE_MODEL,
  PeriodCloseRepository,
  periodCloseSchema,
} from './books/book.repository';
import { Books } from './books/books';
import { CloseBooks } from './close-books';
import { FinanceContributions } from './contributions';
import { DecideEntries } from './decide-entries';
import { EditEntry } from './edit-entry';
import { EnterBill } from './enter-bill';
import { EnterEntry } from './enter-entry';
import { Entries } from './entry/entries';
import { TRANSACTION_MODEL, transactionSchema } from './entry/entry.document';
import { EntryRepository } from './entry/entry.repository';
import { EntryApprovers } from './entry-approvers';
import { EntryQueries } from './entry-queries';
import { EntrySheets } from './entry-sheet';
import { ExcelReport } from './excel-report';
import { BillController, FinanceController } from './finance.controller';
import { financeMigrations } from './migrations';
import { EnterCredit } from './enter-credit';
import { OrderBillQueries } from './order-bills';
import { Parties } from './parties/parties';
import { PARTY_MODEL, PartyRepository, partySchema } from './parties/party.repository';
import { FinanceReactions } from './reactions';
import { Receipts, ReceiptSweep } from './receipts';
import { RehearseRules } from './rehearse-rules';
import { ReverseEntry } from './reverse-entry';
import { Statistics } from './statistics';
import { CheckTotals } from './totals/check-totals';
import { EntryTotals } from './totals/entry-totals';
import { LedgerTotals } from './totals/ledger-totals';
import { LEDGER_TOTALS_MODEL, LedgerTotalsRepository, ledgerTotalsSchema } from './totals/ledger-totals.repository';
import { PARTY_TOTALS_MODEL, PartyTotalsRepository, partyTotalsSchema } from './totals/party-totals.repository';

@Module({
  imports: [
    DashboardModule,
    LaboratoriesModule,
    StaffModule,
    NotificationsModule,
    PurchaseOrdersModule,
    ReportSourcesModule,
    MongooseModule.forFeature([
      { name: TRANSACTION_MODEL, schema: transactionSchema },
      { name: LEDGER_TOTALS_MODEL, schema: ledgerTotalsSchema },
      { name: PARTY_TOTALS_MODEL, schema: partyTotalsSchema },
      { name: PARTY_MODEL, schema: partySchema },
      { name: BOOK_MODEL, schema: bookSchema },
      { name: PERIOD_CLOSE_MODEL, schema: periodCloseSchema },
      { name: BILL_MODEL, schema: billSchema },
    ]),
  ],
  controllers: [FinanceController, BillController],
  providers: [
    EntryRepository,
    Entries,
    financeMigrations,
    BookRepository,
    PeriodCloseRepository,
    Books,
    CloseBooks,
    LedgerTotalsRepository,
    PartyTotalsRepository,
    EntryTotals,
    LedgerTotals,
    CheckTotals,
    Statistics,
    PartyRepository,
    Parties,
    BillRepository,
    BillCosts,
    BillMatches,
    EnterBill,
    EnterCredit,
    OrderBillQueries,
    EnterEntry,
    ReverseEntry,
    EditEntry,
    DecideEntries,
    Receipts,
    ReceiptSweep,
    EntryQueries,
    EntryApprovers,
    EntrySheets,
    RehearseRules,
    FinanceReactions,
    FinanceContributions,
    ExcelReport,
  ],
})
export class FinanceModule {}

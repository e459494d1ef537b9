import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DashboardModule } from '../dashboard/dashboard.module';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { StaffModule } from '../staff/staff.module';
import { ReportSourcesModule } from '../reports/report-sources.module';
import { Reorder } from './alerts/reorder';
import { STOCK_ALERT_MODEL, StockAlertRepository, stockAlertSchema } from './alerts/stock-alert.repository';
import { inventoryMigrations } from './migrations';
import { StockAlerts } from './alerts/stock-alerts';
import { StockAlertSweep } from './alerts/stock-alert.sweep';
import { StockCosts } from './stock-costs.port';
import { StockPort } from './stock.port';
import { InventoryContributions } from './contributions';
import { ExcelReport } from './excel-report';
import { InventoryNotices } from './notices';
import { InventoryReactions } from './reactions';
import {
  InventoryController,
  RecallController,
  StockAlertController,
  TransferController,
  WriteOffController,
} from './inventory.controller';
import { ITEM_MODEL, itemSchema } from './stock/item.document';
import { ItemRepository } from './stock/item.repository';
import { EditItems } from './edit-items';
import { ItemLists } from './item-lists';
import { ItemSuppliers, SupplierTexts } from './item-suppliers.port';
import { CreateItems } from './stock/create-items';
import { ItemSheet } from './item-sheet';
import { ExpiryRollover } from './stock/expiry-rollover';
import { Items } from './stock/item';
import { InventoryAnalyses, InventoryStatistics } from './statistics';
import { STOCK_TOTALS_MODEL, StockTotalsRepository, stockTotalsSchema } from './stock/stock-totals.repository';
import { Arrivals } from './stock/arrivals';
import { RECALL_MODEL, RecallRegister, RecallRepository, recallSchema } from './stock/recall.repository';
import { RecallBatch } from './recalls/recall-batch';
import { MOVEMENT_MODEL, MovementRepository, movementSchema } from './stock/movement.repository';
import { MovementLedger, StockPosting } from './stock/stock-posting';
import { CheckStockTotals } from './check-stock-totals';
import { CountStock } from './count-stock';
import { ChangeStock } from './change-stock';
import { ResolveScan } from './resolve-scan';
import { Rescues } from './transfers/rescues';
import { TransferArrival } from './transfers/transfer-arrival';
import { TRANSFER_MODEL, TransferRepository, transferSchema } from './transfers/transfer.repository';
import { ReceiveTransfer } from './transfers/receive-transfer';
import { SendTransfer } from './transfers/send-transfer';
import { Transfers } from './transfers/transfer';
import { WRITE_OFF_MODEL, WriteOffRepository, writeOffSchema } from './write-offs/write-off.repository';
import { DecideWriteOffs } from './write-offs/decide-write-offs';
import { WriteOffs } from './write-offs/write-off';

@Module({
  imports: [
    DashboardModule,
    LaboratoriesModule,
    StaffModule,
    NotificationsModule,
    ReportSourcesModule,
    MongooseModule.forFeature([
      { name: ITEM_MODEL, schema: itemSchema },
      { name: MOVEMENT_MODEL, schema: movementSchema },
      { name: STOCK_ALERT_MODEL, schema: stockAlertSchema },
      { name: STOCK_TOTALS_MODEL, schema: stockTotalsSchema },
      { name: RECALL_MODEL, schema: recallSchema },
      { name: TRANSFER_MODEL, schema: transferSchema },
      { name: WRITE_OFF_MODEL, schema: writeOffSchema },
    ]),
  ],
  controllers: [StockAlertController, WriteOffController, InventoryController, TransferController, RecallController],
  providers: [
    ItemRepository,
    Items,
    ItemSuppliers,
    SupplierTexts,
    CreateItems,
    ItemLists,
    EditItems,
    ItemSheet,
    MovementLedger,
    MovementRepository,
    StockPosting,
    CountStock,
    ChangeStock,
    ResolveScan,
    inventoryMigrations,
    ExpiryRollover,
    StockTotalsRepository,
    CheckStockTotals,
    StockAlertRepository,
    StockAlerts,
    StockAlertSweep,
    Reorder,
    InventoryStatistics,
    InventoryContributions,
    InventoryAnalyses,
    ExcelReport,
    InventoryNotices,
    TransferRepository,
    Transfers,
    TransferArrival,
    SendTransfer,
    ReceiveTransfer,
    Rescues,
    RecallRepository,
    RecallRegister,
    Arrivals,
    RecallBatch,
    WriteOffRepository,
    WriteOffs,
    DecideWriteOffs,
    InventoryReactions,
    StockPort,
    StockCosts,
  ],
  exports: [ItemSuppliers, StockPort, StockCosts, SupplierTexts],
})
export class InventoryModule {}

import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DashboardModule } from '../dashboard/dashboard.module';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { StaffModule } from '../staff/staff.module';
import { ReorderService } from './alerts/reorder.service';
import { StockAlertController } from './alerts/stock-alert.controller';
import { STOCK_ALERT_MODEL, stockAlertSchema } from './alerts/stock-alert.document';
import { StockAlertMigration } from './alerts/stock-alert.migration';
import { StockAlertRepository } from './alerts/stock-alert.repository';
import { StockAlertService } from './alerts/stock-alert.service';
import { StockAlertSweep } from './alerts/stock-alert.sweep';
import { InventoryDashboard } from './inventory.dashboard';
import { InventoryLaboratoryFacts } from './inventory.laboratory-facts';
import { InventoryReport } from './inventory.report';
import { ReportSourcesModule } from '../reports/report-sources.module';
import { InventoryNotices } from './inventory.notices';
import { ItemController } from './items/item.controller';
import { ITEM_MODEL, itemSchema } from './items/item.document';
import { ItemRepository } from './items/item.repository';
import { ItemService } from './items/item.service';
import { ItemCreation } from './items/item-creation';
import { ItemSheetService } from './items/item-sheet.service';
import { ItemStore } from './items/item-store';
import { ProductMigration } from './items/product.migration';
import { InventoryAnalyticsService } from './reporting/inventory-analytics.service';
import { InventoryReportService } from './reporting/inventory-report.service';
import { STOCK_TOTALS_MODEL, stockTotalsSchema } from './reporting/stock-totals.document';
import { RecallController } from './recalls/recall.controller';
import { RECALL_MODEL, recallSchema } from './recalls/recall.document';
import { RecallRepository } from './recalls/recall.repository';
import { RecallService } from './recalls/recall.service';
import { RecallRegister } from './recalls/recall-register';
import { StockTotalsRepository } from './reporting/stock-totals.repository';
import { StockSearchMigration } from './search.migration';
import { DailyUseMigration } from './stock/daily-use';
import { ExpiryRollover } from './stock/expiry-rollover';
import { MOVEMENT_MODEL, movementSchema } from './stock/movement.document';
import { MovementLedger } from './stock/movement-ledger';
import { MovementRepository } from './stock/movement.repository';
import { StockPosting } from './stock/stock-posting';
import { StockCountService } from './stock/stock-count.service';
import { StockService } from './stock/stock.service';
import { RescueService } from './transfers/rescue.service';
import { TransferArrival } from './transfers/transfer-arrival';
import { TransferController } from './transfers/transfer.controller';
import { TRANSFER_MODEL, transferSchema } from './transfers/transfer.document';
import { TransferRepository } from './transfers/transfer.repository';
import { TransferService } from './transfers/transfer.service';
import { TransferStore } from './transfers/transfer-store';
import { WriteOffController } from './write-offs/write-off.controller';
import { WRITE_OFF_MODEL, writeOffSchema } from './write-offs/write-off.document';
import { WriteOffMigration } from './write-offs/write-off.migration';
import { WriteOffNotices } from './write-offs/write-off.notices';
import { WriteOffRepository } from './write-offs/write-off.repository';
import { WriteOffService } from './write-offs/write-off.service';
import { WriteOffStore } from './write-offs/write-off-store';

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
  controllers: [StockAlertController, WriteOffController, ItemController, TransferController, RecallController],
  providers: [
    ItemRepository,
    ItemStore,
    ItemCreation,
    ItemService,
    ItemSheetService,
    MovementLedger,
    MovementRepository,
    StockPosting,
    StockCountService,
    StockService,
    DailyUseMigration,
    ProductMigration,
    ExpiryRollover,
    StockTotalsRepository,
    StockAlertRepository,
    StockAlertService,
    StockAlertMigration,
    StockSearchMigration,
    StockAlertSweep,
    ReorderService,
    InventoryReportService,
    InventoryDashboard,
    InventoryAnalyticsService,
    InventoryLaboratoryFacts,
    InventoryReport,
    InventoryNotices,
    TransferRepository,
    TransferStore,
    TransferArrival,
    TransferService,
    RescueService,
    RecallRepository,
    RecallRegister,
    RecallService,
    WriteOffRepository,
    WriteOffStore,
    WriteOffService,
    WriteOffNotices,
    WriteOffMigration,
  ],
})
export class InventoryModule {}

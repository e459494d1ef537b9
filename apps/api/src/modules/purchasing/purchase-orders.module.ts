import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DashboardModule } from '../dashboard/dashboard.module';
import { InventoryModule } from '../inventory/inventory.module';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { StaffModule } from '../staff/staff.module';
import { OrderContributions } from './order-contributions';
import { orderMigrations } from './order-migrations';
import { OrderNotices } from './order-notices';
import { DecideOrders } from './orders/decide-orders';
import { EditOrders } from './orders/edit-orders';
import { ListOrders } from './orders/list-orders';
import { MoveOrders } from './orders/move-orders';
import { OrderMails } from './orders/order-mails';
import { OrderSuppliers } from './orders/order-suppliers';
import { PURCHASE_ORDER_MODEL, PurchaseOrderRepository, purchaseOrderSchema } from './orders/purchase-order.repository';
import { PurchaseOrders } from './orders/purchase-orders';
import { PurchaseOrderController } from './purchase-orders.controller';
import { PurchasingModule } from './purchasing.module';
import { PurchaseCosts, PurchasedOrders } from './purchasing.port';
import { ReceiveOrder } from './receipts/receive-order';
import { ReturnGoods } from './receipts/return-goods';
import { ReviewSupplier } from './review/review-supplier';

@Module({
  imports: [
    PurchasingModule,
    DashboardModule,
    InventoryModule,
    LaboratoriesModule,
    StaffModule,
    NotificationsModule,
    MongooseModule.forFeature([{ name: PURCHASE_ORDER_MODEL, schema: purchaseOrderSchema }]),
  ],
  controllers: [PurchaseOrderController],
  providers: [
    PurchaseOrderRepository,
    PurchaseOrders,
    OrderMails,
    OrderSuppliers,
    ListOrders,
    EditOrders,
    DecideOrders,
    MoveOrders,
    ReceiveOrder,
    ReturnGoods,
    ReviewSupplier,
    OrderNotices,
    OrderContributions,
    orderMigrations,
    PurchasedOrders,
    PurchaseCosts,
  ],
  exports: [PurchasedOrders, PurchaseCosts],
})
export class PurchaseOrdersModule {}

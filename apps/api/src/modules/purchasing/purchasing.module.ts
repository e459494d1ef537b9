import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { InventoryModule } from '../inventory/inventory.module';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { StaffModule } from '../staff/staff.module';
import { EditSuppliers } from './suppliers/edit-suppliers';
import { ItemSupplierSource } from './suppliers/item-supplier-source';
import { SUPPLIER_LINK_MODEL, SupplierLinkRepository, supplierLinkSchema } from './suppliers/supplier-link.repository';
import { SUPPLIER_MODEL, supplierSchema } from './suppliers/supplier.document';
import { SupplierController } from './suppliers/supplier.controller';
import { ImportSuppliers } from './suppliers/supplier-import';
import { SupplierNames } from './suppliers/supplier-names';
import { SupplierNotices } from './suppliers/supplier-notices';
import { SupplierReader } from './suppliers/supplier-reader';
import { SupplierRepository } from './suppliers/supplier.repository';
import { Suppliers } from './suppliers/supplier';
import { SupplierSheet } from './suppliers/supplier-sheet';

@Module({
  imports: [
    InventoryModule,
    LaboratoriesModule,
    NotificationsModule,
    StaffModule,
    MongooseModule.forFeature([
      { name: SUPPLIER_MODEL, schema: supplierSchema },
      { name: SUPPLIER_LINK_MODEL, schema: supplierLinkSchema },
    ]),
  ],
  controllers: [SupplierController],
  providers: [
    SupplierRepository,
    SupplierLinkRepository,
    Suppliers,
    SupplierReader,
    EditSuppliers,
    SupplierNames,
    SupplierSheet,
    ImportSuppliers,
    SupplierNotices,
    ItemSupplierSource,
  ],
  exports: [SupplierReader],
})
export class PurchasingModule {}

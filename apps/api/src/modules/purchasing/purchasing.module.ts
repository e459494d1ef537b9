import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { EditSuppliers } from './suppliers/edit-suppliers';
import { SUPPLIER_MODEL, supplierSchema } from './suppliers/supplier.document';
import { SupplierController } from './suppliers/supplier.controller';
import { SupplierReader } from './suppliers/supplier-reader';
import { SupplierRepository } from './suppliers/supplier.repository';
import { Suppliers } from './suppliers/supplier';

@Module({
  imports: [LaboratoriesModule, MongooseModule.forFeature([{ name: SUPPLIER_MODEL, schema: supplierSchema }])],
  controllers: [SupplierController],
  providers: [SupplierRepository, Suppliers, SupplierReader, EditSuppliers],
  exports: [SupplierReader],
})
export class PurchasingModule {}

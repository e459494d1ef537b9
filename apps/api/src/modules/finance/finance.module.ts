import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { TRANSACTION_MODEL, transactionSchema } from './transaction.document';
import { TransactionRepository } from './transaction.repository';

@Module({
  imports: [LaboratoriesModule, MongooseModule.forFeature([{ name: TRANSACTION_MODEL, schema: transactionSchema }])],
  controllers: [],
  providers: [TransactionRepository],
})
export class FinanceModule {}

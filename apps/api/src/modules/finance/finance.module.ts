import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { PeriodLockController } from './period-lock.controller';
import { PERIOD_LOCK_MODEL, periodLockSchema } from './period-lock.document';
import { PeriodLockRepository } from './period-lock.repository';
import { PeriodLocks } from './period-lock.service';
import { TRANSACTION_MODEL, transactionSchema } from './transaction.document';
import { TransactionRepository } from './transaction.repository';

@Module({
  imports: [
    LaboratoriesModule,
    MongooseModule.forFeature([
      { name: TRANSACTION_MODEL, schema: transactionSchema },
      { name: PERIOD_LOCK_MODEL, schema: periodLockSchema },
    ]),
  ],
  controllers: [PeriodLockController],
  providers: [TransactionRepository, PeriodLockRepository, PeriodLocks],
})
export class FinanceModule {}

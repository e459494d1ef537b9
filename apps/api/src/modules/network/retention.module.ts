import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Retention } from './retention.port';
import { RETENTION_MODEL, RetentionRepository, retentionSchema } from './retention.repository';

/** Apart from the settings of the network, which read the laboratories: notifications and reports need no more. */
@Module({
  imports: [MongooseModule.forFeature([{ name: RETENTION_MODEL, schema: retentionSchema }])],
  providers: [RetentionRepository, Retention],
  exports: [Retention],
})
export class RetentionModule {}

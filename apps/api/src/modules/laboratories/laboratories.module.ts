import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Analyses } from './analyses.port';
import { LaboratoriesPort, LaboratoryFacts } from './laboratories.port';
import { LaboratoryController } from './laboratory.controller';
import { LABORATORY_MODEL, laboratorySchema } from './laboratory.document';
import { LaboratoryRepository } from './laboratory.repository';
import { LaboratoryService } from './laboratory.service';

@Module({
  imports: [MongooseModule.forFeature([{ name: LABORATORY_MODEL, schema: laboratorySchema }])],
  controllers: [LaboratoryController],
  providers: [LaboratoryRepository, LaboratoryService, LaboratoryFacts, LaboratoriesPort, Analyses],
  exports: [LaboratoriesPort, LaboratoryFacts, Analyses],
})
export class LaboratoriesModule {}

import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { StaffDemo } from './staff.demo';
import { StaffLaboratoryFacts } from './staff.laboratory-facts';
import { StaffMigration } from './staff.migration';
import { StaffPort } from './staff.port';
import { USER_MODEL, userSchema } from './user.document';
import { UserRepository } from './user.repository';

@Module({
  imports: [LaboratoriesModule, MongooseModule.forFeature([{ name: USER_MODEL, schema: userSchema }])],
  providers: [UserRepository, StaffPort, StaffMigration, StaffLaboratoryFacts, StaffDemo],
  exports: [StaffPort],
})
export class StaffModule {}

import { Module } from '@nestjs/common';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { DashboardController } from './dashboard.controller';
import { DashboardSources } from './dashboard.port';
import { DashboardService } from './dashboard.service';
import { LaboratoryDashboard } from './laboratory.dashboard';

@Module({
  imports: [LaboratoriesModule],
  controllers: [DashboardController],
  providers: [DashboardSources, DashboardService, LaboratoryDashboard],
  exports: [DashboardSources],
})
export class DashboardModule {}

import { Module } from '@nestjs/common';
import { ReportSources } from './reports.port';

/** Apart from the module of reports, which depends on features that register their own. */
@Module({ providers: [ReportSources], exports: [ReportSources] })
export class ReportSourcesModule {}

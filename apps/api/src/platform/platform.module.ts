import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { MongooseModule } from '@nestjs/mongoose';
import { ScheduleModule } from '@nestjs/schedule';
import { AuditLog } from './audit/audit-log';
import { AUDIT_MODEL, auditSchema } from './audit/audit.document';
import { AuditRepository } from './audit/audit.repository';
import { DocumentNames } from './audit/document-names';
import { COUNTER_MODEL, counterSchema } from './counters/counter.document';
import { CounterRepository } from './counters/counter.repository';
import { DomainEvents } from './events/domain-events';
import { FileRepository } from './files/file.repository';
import { ContractGuard } from './http/contract.guard';
import { DocsController } from './http/docs.controller';
import { Draining } from './http/draining';
import { ErrorFilter } from './http/error.filter';
import { HealthController } from './http/health.controller';
import { RequestLimits } from './http/request-limits';
import { ResponseCipher } from './idempotency/response-cipher';
import { Idempotency } from './idempotency/idempotency';
import { STORED_RESPONSE_MODEL, storedResponseSchema } from './idempotency/stored-response.document';
import { StoredResponseRepository } from './idempotency/stored-response.repository';
import { LedgerChangeover } from './ledger/ledger-changeover';
import { LEDGER_LINK_MODEL, ledgerLinkSchema } from './ledger/ledger-link.document';
import { LedgerLinkRepository } from './ledger/ledger-link.repository';
import { LedgerVerification } from './ledger/ledger-verification';
import { Ledgers } from './ledger/ledgers';
import { LimiterFactory } from './limits/limiter-factory';
import { Caches } from './cache/caches';
import { DatabaseHealth } from './mongo/database-health';
import { CachedListTotals } from './cache/cached-list-totals';
import { ListTotals } from './mongo/list-totals';
import { Locks } from './mongo/locks';
import { Migrations } from './mongo/migrations';
import { ProcessRegistry } from './mongo/process-registry';
import { isWatching } from './mongo/transaction-watch';
import { UnitOfWork } from './mongo/unit-of-work';
import { WRITE_LOCK_MODEL, writeLockSchema } from './mongo/write-lock';
import { Metrics, METRICS_SETTINGS, type MetricsSettings } from './metrics/metrics';
import { MetricsController } from './metrics/metrics.controller';
import { NetworkSettings } from './records/network-setting';
import { RecordsFactory } from './records/records';
import { ClientBroadcasts } from './realtime/client-broadcasts';
import { Realtime } from './realtime/realtime';
import { RealtimeGateway } from './realtime/realtime.gateway';
import { SharedRedis } from './redis/shared-redis';
import { Clock } from './time/clock';

const services = [
  AuditLog,
  DocumentNames,
  Clock,
  CounterRepository,
  DomainEvents,
  FileRepository,
  Idempotency,
  LedgerChangeover,
  LedgerLinkRepository,
  LedgerVerification,
  Ledgers,
  LimiterFactory,
  { provide: ListTotals, useClass: CachedListTotals },
  Locks,
  Caches,
  Migrations,
  NetworkSettings,
  ClientBroadcasts,
  ProcessRegistry,
  Realtime,
  RecordsFactory,
  RequestLimits,
  UnitOfWork,
];

type PlatformOptions = {
  mongodbUri: string;
  redisUrl: string | undefined;
  secret: string;
  metrics?: MetricsSettings | undefined;
  /** Whether anything runs by the clock. */
  jobs: boolean;
};

/** Technical services without domain knowledge. The module is global, so that other modules need not import it. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot({ metrics = {}, jobs, ...options }: PlatformOptions): DynamicModule {
    const models = MongooseModule.forFeature([
      { name: AUDIT_MODEL, schema: auditSchema },
      { name: COUNTER_MODEL, schema: counterSchema },
      { name: LEDGER_LINK_MODEL, schema: ledgerLinkSchema },
      { name: STORED_RESPONSE_MODEL, schema: storedResponseSchema },
      { name: WRITE_LOCK_MODEL, schema: writeLockSchema },
    ]);
    const redis = { provide: SharedRedis, useFactory: () => options.redisUrl && new SharedRedis(options.redisUrl) };
    return {
      module: PlatformModule,
      imports: [
        MongooseModule.forRoot(options.mongodbUri, {
          autoIndex: false,
          autoCreate: false,
          retryAttempts: 5,
          retryDelay: 1_000,
          serverSelectionTimeoutMS: 5_000,
          monitorCommands: isWatching || metrics.token !== undefined || metrics.port !== undefined,
        }),
        ScheduleModule.forRoot({ cronJobs: jobs, intervals: jobs, timeouts: jobs }),
        models,
      ],
      controllers: [HealthController, DocsController, MetricsController],
      providers: [
        ...services,
        redis,
        { provide: ResponseCipher, useFactory: () => new ResponseCipher(options.secret) },
        AuditRepository,
        DatabaseHealth,
        Draining,
        Metrics,
        { provide: METRICS_SETTINGS, useValue: metrics },
        StoredResponseRepository,
        RealtimeGateway,
        { provide: APP_GUARD, useClass: ContractGuard },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
      exports: [...services, redis],
    };
  }
}

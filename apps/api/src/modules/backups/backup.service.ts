import type { Backup, Backups, RunningBackup } from '@shifa/contract';
import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import type { BackupSettings } from '../../env';
import { AuditLog } from '../../platform/audit/audit-log';
import { declareAudited } from '../../platform/audit/audited-fields';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { newId } from '../../platform/domain/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import type { BackupRow } from './backup.document';
import { BackupNotices } from './backup.notices';
import { BackupRepository } from './backup.repository';
import { BackupFolders, contentsIn } from './backup-folders';
import { makeBackup } from './backup-process';
import { expiredBackups, faultText, isKnownFailure, nextBackup } from './backup-rules';

export const BACKUP_SETTINGS = Symbol('how the embedded database is backed up');

const STOPPED = 'The server was stopped before the backup was complete. Nothing unfinished was left behind.';
const INTERRUPTED = 'The server ended before the backup was complete. The unfinished copy was removed.';

type Running = Pick<RunningBackup, 'step' | 'done' | 'of'> & { row: BackupRow; stop: AbortController };
type Outcome = Partial<BackupRow> & Pick<BackupRow, 'state'>;

declareAudited('backup', { permission: 'settings.view', fields: { name: true, madeAt: true } });

/**
 * The backups of the embedded database. Only one process has that database, so what runs is known to this one alone.
 */
@Injectable()
export class BackupService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(BackupService.name);
  private readonly folders: BackupFolders;
  private running: Running | undefined;
  private work: Promise<void> = Promise.resolve();

  constructor(
    @Inject(BACKUP_SETTINGS) private readonly settings: BackupSettings | null,
    private readonly repository: BackupRepository,
    private readonly notices: BackupNotices,
    private readonly audit: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {
    this.folders = new BackupFolders(settings?.folder ?? '');
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.running?.stop.abort();
    await this.work;
  }

  /** Once no backup is running. */
  async settled(): Promise<void> {
    await this.work;
  }

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  async list(): Promise<Backups> {
    if (!this.settings) return withoutSettings;
    const { folder, time, keep } = this.settings;
    const rows = await this.repository.all();
    return {
      mode: time === null ? 'off' : 'automatic',
      time,
      timezone: NETWORK_TIMEZONE,
      keep,
      folder,
      next: time === null ? null : nextBackup(rows, time, this.clock.now()).toISOString(),
      running: this.running ? toRunning(this.running) : null,
      backups: rows.flatMap((row) => this.present(row)),
    };
  }

  /**
   * Starts a backup, which goes on in the background.
   * @param actor null for an automatic one
   * @throws DomainError BACKUP_EXTERNAL, BACKUP_RUNNING
   */
  async start(actor: Actor | null): Promise<void> {
    if (!this.settings) throw new DomainError('BACKUP_EXTERNAL');
    if (this.running) throw new DomainError('BACKUP_RUNNING');
    const startedAt = this.clock.now();
    const name = BackupFolders.nameFor(actor ? 'manual' : 'auto', startedAt);
    const by = actor?.person ?? null;
    const nothingYet = { finishedAt: null, bytes: null, documents: null, error: null };
    const row: BackupRow = { _id: newId(), name, state: 'running', startedAt, by, ...nothingYet };
    const running: Running = { row, step: 'copying', done: 0, of: 0, stop: new AbortController() };
    this.running = running;
    try {
      await this.unitOfWork.run(() => this.record(actor, row));
    } catch (error) {
      this.running = undefined;
      throw error;
    }
    this.work = this.make(running, this.settings).finally(() => (this.running = undefined));
  }

  /**
   * Backs up what an earlier version has stored, before this one changes it.
   * @throws Error if that fails.
   */
  async beforeMigrations(): Promise<void> {
    if (this.settings?.time == null) return;
    this.logger.log('Backing up the database before the update');
    await this.recover();
    await this.start(null);
    const id = this.running?.row._id;
    await this.settled();
    const row = (await this.repository.all()).find(({ _id }) => id?.equals(_id));
    if (row?.state === 'ok') return;
    const remedy = 'Correct this, or set BACKUP_TIME=off to update without a backup.';
    throw new Error(`The backup before the update failed: ${row?.error ?? 'The log says why.'} ${remedy}`);
  }

  /**
   * Ends the rows of backups whose process has ended. A restored database contains one too: that of the backup that it
   * was restored from, which is complete.
   */
  async recover(): Promise<void> {
    if (!this.settings) return;
    const rows = await this.repository.all();
    for (const row of rows.filter(({ state }) => state === 'running')) {
      if (this.running?.row._id.equals(row._id)) continue;
      await this.folders.removeUnfinished(row.name);
      const origin = await contentsIn(this.settings.dataDir);
      const contents = (await this.folders.readContents(row.name)) ?? origin;
      if (contents && contents.createdAt >= row.startedAt) {
        const { createdAt: finishedAt, ...counted } = contents;
        await this.repository.update(row._id, { state: 'ok', finishedAt, ...counted });
      } else {
        await this.finish(row, { state: 'failed', error: INTERRUPTED });
      }
    }
  }

  private async record(actor: Actor | null, row: BackupRow): Promise<void> {
    await this.repository.insert(row);
    if (!actor) return;
    const about = { action: 'backup.started', entity: 'backup', entityId: row._id, laboratoryId: null } as const;
    await this.audit.record({ actor, ...about, before: null, after: { name: row.name } });
  }

  /** Never fails: who started it has their answer already. */
  private async make(running: Running, { dataDir, folder, keep }: BackupSettings): Promise<void> {
    const { row, stop } = running;
    let outcome: Outcome;
    try {
      const { bytes, documents } = await makeBackup(
        { dataDir, to: this.folders.pathOf(row.name) },
        { signal: stop.signal, onProgress: (progress) => Object.assign(running, progress) },
      );
      outcome = { state: 'ok', bytes, documents };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      outcome = { state: 'failed', error: stop.signal.aborted ? STOPPED : faultText(reason, folder) };
      if (!stop.signal.aborted) this.logger.error(`The backup ${row.name} failed: ${reason}`);
    }
    try {
      await this.finish(row, outcome);
      await this.removeExpired(keep);
    } catch (error) {
      this.logger.error(error, "The result of a backup wasn't stored");
    }
  }

  /** Stores what came of a backup, and tells the super admins if that is news to them. */
  private async finish(row: BackupRow, outcome: Outcome): Promise<void> {
    const finishedAt = this.clock.now();
    await this.unitOfWork.run(async () => {
      const earlier = (await this.repository.all()).filter(({ startedAt }) => startedAt < row.startedAt);
      await this.repository.update(row._id, { ...outcome, finishedAt });
      if (outcome.state !== 'failed' || outcome.error === STOPPED || isKnownFailure(earlier, finishedAt)) return;
      await this.notices.failed(row.startedAt, outcome.error ?? '');
    });
  }

  private async removeExpired(keep: number): Promise<void> {
    const isStored = ({ name }: BackupRow) => this.folders.isStored(name);
    for (const row of expiredBackups(await this.repository.all(), keep, isStored)) {
      if (row.state === 'ok') await this.folders.remove(row.name);
      await this.repository.remove(row._id);
    }
  }

  private present({ name, state, startedAt, finishedAt, bytes, documents, error, by }: BackupRow): Backup[] {
    if (state === 'running') return [];
    const instants = { startedAt: startedAt.toISOString(), finishedAt: (finishedAt ?? startedAt).toISOString() };
    const isStored = state === 'ok' && this.folders.isStored(name);
    return [{ name, ...instants, bytes, documents, result: state, error, by: by?.name ?? null, isStored }];
  }
}

const withoutSettings: Backups = {
  mode: 'external',
  time: null,
  timezone: NETWORK_TIMEZONE,
  keep: null,
  folder: null,
  next: null,
  running: null,
  backups: [],
};

function toRunning({ row: { startedAt, by }, step, done, of }: Running): RunningBackup {
  return { startedAt: startedAt.toISOString(), by: by?.name ?? null, step, done, of };
}

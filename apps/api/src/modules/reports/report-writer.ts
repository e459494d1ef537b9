import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { sheetContentTypes } from '@shifa/contract';
import { Injectable, Logger } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log';
import { declareAudited } from '../../platform/audit/audited-fields';
import { FileRepository } from '../../platform/files/file.repository';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { newId, type ObjectId, objectId } from '../../platform/domain/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import type { Place } from '../../platform/limits/fair-share';
import { pools, THE_SYSTEM } from '../../platform/limits/pools';
import { Realtime } from '../../platform/realtime/realtime';
import { roomOf } from '../../platform/realtime/rooms';
import { MAX_EXPORT_BYTES } from '../../platform/sheet/export-budget';
import { writeWorkbook } from '../../platform/sheet/workbook-stream';
import { Clock } from '../../platform/time/clock';
import type { PreparedReport } from './report-contents.service';
import type { ReportRow } from './report.document';
import { ReportRepository } from './report.repository';

/** The kinds of these files in the file store. */
export const REPORT_FILE = 'report';
export const REPORT_SNAPSHOT = 'report-snapshot';

/** How often a running report says that it is; see `ReportJobs.endStopped`. */
const SIGN_OF_LIFE_MS = 20_000;

/** Progress is announced at most once per interval. */
const PROGRESS_MS = 500;

const TOO_LARGE = 'The report is larger than 32 MB. Choose a shorter period or one laboratory.';

/** Why a report failed, and what to do. */
export function reasonOf(error: unknown): string {
  return error instanceof DomainError ? error.message : "Couldn't generate the report. Generate it again.";
}

function stoppedTooLong(): DomainError {
  const message = 'The server stopped for too long to complete the report. Generate it again.';
  return new DomainError('UNAVAILABLE', { message });
}

type Parameters = Pick<ReportRow, 'kind' | 'from' | 'to' | 'schedule'>;
type Outcome = Pick<ReportRow, 'status' | 'reason' | 'rows' | 'sizeBytes'>;

declareAudited('report', {
  permission: 'reports.view',
  fields: { kind: true, from: true, to: true, rows: true, sizeBytes: true, reason: true, fileName: true },
});

/** Writes reports: the file to the reader and the file store at once, and the outcome to the history. */
@Injectable()
export class ReportWriter {
  private readonly logger = new Logger(ReportWriter.name);

  constructor(
    private readonly reports: ReportRepository,
    private readonly files: FileRepository,
    private readonly audit: AuditLog,
    private readonly realtime: Realtime,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  newReport(
    actor: Pick<Actor, 'userId' | 'name'>,
    parameters: Parameters,
    { bounds, fileName }: Pick<PreparedReport, 'bounds' | 'fileName'>,
  ): ReportRow {
    const now = this.clock.now();
    return {
      _id: newId(),
      ...parameters,
      ...bounds,
      by: { _id: objectId(actor.userId), name: actor.name },
      status: 'running',
      reason: null,
      rows: 0,
      sizeBytes: 0,
      fileName,
      fileId: newId(),
      snapshotId: newId(),
      finishedAt: null,
      fileRemovedAt: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
  }

  /**
   * The parts of the file. Nothing is open in the database between them but the cursors of the rows. When the signal is
   * aborted, or the parts are no longer taken, the work stops and the history says that it was cancelled.
   * @throws DomainError UNAVAILABLE while too many files are being written, which the history does not mention, or where
   *   it was ended as stopped.
   */
  async *write(row: ReportRow, { content, about }: PreparedReport, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const place = pools.sheetWriting.claim(row.schedule ? THE_SYSTEM : row.by._id.toHexString(), signal);
    const ended = new AbortController();
    let signs: NodeJS.Timeout | undefined;
    try {
      await this.reports.insert(row);
      signs = setInterval(() => void this.giveSignOfLife(row, ended), SIGN_OF_LIFE_MS).unref();
      yield* this.writeInTurn(row, { content, about }, { place, signal, ended });
    } finally {
      clearInterval(signs);
      place.leave();
    }
  }

  /** Where the report was ended as stopped meanwhile, another may be made instead of it. */
  private async giveSignOfLife({ _id }: ReportRow, ended: AbortController): Promise<void> {
    try {
      if (!(await this.reports.keepRunning(_id, this.clock.now()))) ended.abort(stoppedTooLong());
    } catch (error) {
      this.logger.warn(error);
    }
  }

  private async *writeInTurn(
    row: ReportRow,
    { content, about }: Pick<PreparedReport, 'content' | 'about'>,
    { place, signal, ended: stop }: { place: Place; signal: AbortSignal; ended: AbortController },
  ): AsyncGenerator<Uint8Array> {
    const progress = this.trackProgress(row, content.count);
    const outcome: Outcome = { status: 'cancelled', reason: null, rows: 0, sizeBytes: 0 };
    let isRecorded: boolean;
    const file = this.store(row.fileId, REPORT_FILE, row, stop);
    const snapshot = this.store(row.snapshotId, REPORT_SNAPSHOT, row, stop);
    try {
      const options = {
        place,
        signal: AbortSignal.any([signal, stop.signal]),
        onRows: (rows: number) => {
          outcome.rows = rows;
          progress('running', rows);
        },
        onSnapshot: (part: Uint8Array) => snapshot.add(part),
      };
      for await (const part of writeWorkbook([...content.tables, about], options)) {
        await file.add(part);
        outcome.sizeBytes += part.length;
        if (outcome.sizeBytes > MAX_EXPORT_BYTES) throw new DomainError('EXPORT_TOO_LARGE', { message: TOO_LARGE });
        yield part;
      }
      await Promise.all([file.end(), snapshot.end()]);
      outcome.rows -= Array.from(about.rows as Iterable<unknown>).length;
      outcome.status = 'done';
    } catch (error) {
      if (!signal.aborted) {
        outcome.status = 'failed';
        outcome.reason = reasonOf(error);
      }
      throw error;
    } finally {
      if (outcome.status !== 'done') await Promise.all([file.discard(), snapshot.discard()]);
      isRecorded = await this.finish(row, outcome);
      progress(isRecorded ? outcome.status : 'failed', outcome.rows);
    }
    if (isRecorded) return;
    await Promise.all([file.discard(), snapshot.discard()]);
    throw stoppedTooLong();
  }

  /**
   * The outcome of a report, in the history and in the audit log.
   * @returns whether it was still running; otherwise nothing is written.
   */
  async finish(row: ReportRow, outcome: Outcome): Promise<boolean> {
    const { kind, from, to, by } = row;
    return this.unitOfWork.run(async () => {
      if (!(await this.reports.finish(row._id, outcome, this.clock.now()))) return false;
      await this.audit.record({
        actor: { userId: by._id.toHexString(), name: by.name },
        action: `report.${outcome.status === 'done' ? 'generated' : outcome.status}`,
        entity: 'report',
        entityId: row._id,
        laboratoryId: row.laboratoryId,
        before: null,
        after: { kind, from, to, rows: outcome.rows, sizeBytes: outcome.sizeBytes, reason: outcome.reason },
      });
      return true;
    });
  }

  private store(_id: ObjectId, kind: string, { _id: owner, fileName: name }: ReportRow, stop: AbortController) {
    const content = new PassThrough();
    const contentType = sheetContentTypes.xlsx;
    const stored = this.files.put({ _id, kind, name, contentType, owner, content });
    stored.catch((error: unknown) => {
      stop.abort(error);
    });
    return {
      add: async (part: Uint8Array) => {
        if (!content.write(part)) await Promise.race([once(content, 'drain'), stored]);
      },
      end: async () => {
        content.end();
        await stored;
      },
      discard: async () => {
        content.destroy(new Error("The report wasn't completed"));
        await stored.catch(() => undefined);
        await this.files.remove(_id);
      },
    };
  }

  /** To the person who waits for it; a scheduled report has no one who does. */
  private trackProgress({ _id, kind, by, schedule }: ReportRow, totalRows: number) {
    let last = 0;
    return (status: ReportRow['status'], rows: number) => {
      const now = this.clock.now();
      if (schedule || (status === 'running' && now.getTime() - last < PROGRESS_MS)) return;
      last = now.getTime();
      const payload = { _id: _id.toHexString(), kind, status, rows, totalRows, at: now.toISOString() };
      this.realtime.send([roomOf.person(by._id.toHexString())], 'report:progress', payload);
    };
  }
}

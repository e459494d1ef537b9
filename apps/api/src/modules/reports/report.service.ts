import { buffer } from 'node:stream/consumers';
import {
  type GenerateReportBody,
  MAX_DRIFT_ROWS,
  type Page,
  type Report,
  type ReportDrift,
  type ReportHistoryQuery,
  ReportSchema,
  sheetContentTypes,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log';
import { FileRepository } from '../../platform/files/file.repository';
import { spooled } from '../../platform/files/spool';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { FileStream } from '../../platform/http/file-stream';
import { objectId } from '../../platform/domain/object-id';
import { Retention } from '../network/retention.port';
import { compareWithSnapshot } from '../../platform/sheet/sheet-comparison';
import { declaredFields } from '../../platform/records/declared-fields';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { ReportContents } from './report-contents.service';
import { ReportWriter } from './report-writer';
import type { ReportRow } from './report.document';
import { ReportRepository } from './report.repository';

/** Reports as files, and the history of them. */
@Injectable()
export class ReportService {
  constructor(
    private readonly contents: ReportContents,
    private readonly writer: ReportWriter,
    private readonly reports: ReportRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly files: FileRepository,
    private readonly audit: AuditLog,
    private readonly retention: Retention,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError FORBIDDEN, LABORATORY_NOT_FOUND, REPORT_TOO_LARGE, UNAVAILABLE. */
  async generate(actor: Actor, body: GenerateReportBody): Promise<FileStream> {
    const prepared = await this.contents.prepare(actor, body);
    const { kind, from, to } = body;
    const row = this.writer.newReport(actor, { kind, from, to, schedule: null }, prepared);
    const { content } = await spooled(actor.userId, (signal) => this.writer.write(row, prepared, signal));
    const headers = { 'X-Report-Id': row._id.toHexString() };
    return new FileStream(content, row.fileName, { type: sheetContentTypes.xlsx, headers });
  }

  async history(actor: Actor, query: ReportHistoryQuery): Promise<Page<Report>> {
    const visible = this.contents.visibleTo(actor, 'reports.view');
    const { items, total } = await this.reports.list(actor.scope('reports.view'), visible, query);
    const laboratories = await this.laboratories.findAll(items.flatMap(({ laboratoryId }) => laboratoryId ?? []));
    const reports = items.map((row) => {
      const laboratory = laboratories.get(row.laboratoryId?.toHexString() ?? '');
      return this.toReport(actor, row, laboratory ?? null);
    });
    return { items: reports, total };
  }

  /** @throws DomainError REPORT_NOT_FOUND, REPORT_FILE_GONE. */
  async file(actor: Actor, id: string): Promise<FileStream> {
    const row = await this.withFile(actor, id);
    const content = await this.files.open(row.fileId);
    if (!content) throw new DomainError('REPORT_FILE_GONE');
    await this.audit.record({
      actor,
      action: 'report.downloaded',
      entity: 'report',
      entityId: row._id,
      laboratoryId: row.laboratoryId,
      before: null,
      after: { fileName: row.fileName },
    });
    const headers = { 'X-Report-Id': id, 'Content-Length': String(row.sizeBytes) };
    return new FileStream(content, row.fileName, { type: sheetContentTypes.xlsx, headers });
  }

  /** A report that the person could generate. @throws DomainError REPORT_NOT_FOUND, REPORT_FILE_GONE. */
  private async withFile(actor: Actor, id: string): Promise<ReportRow> {
    const visible = this.contents.visibleTo(actor, 'reports.export');
    const row = await this.reports.findOne(actor.scope('reports.export'), { $and: [{ _id: objectId(id) }, visible] });
    if (!row) throw new DomainError('REPORT_NOT_FOUND');
    if (!this.hasFile(row)) throw new DomainError('REPORT_FILE_GONE');
    return row;
  }

  /** @throws DomainError REPORT_NOT_FOUND, REPORT_FILE_GONE, REPORT_TOO_LARGE, UNAVAILABLE. */
  async drift(actor: Actor, id: string): Promise<ReportDrift> {
    const { kind, from, to, laboratoryId, subjectId, snapshotId } = await this.withFile(actor, id);
    const period = { kind, from, to, ...(laboratoryId && { laboratoryId: laboratoryId.toHexString() }) };
    const { content } = await this.contents.prepare(actor, period, subjectId);
    const readSnapshot = async () => {
      const snapshot = await this.files.open(snapshotId);
      if (!snapshot) throw new DomainError('REPORT_FILE_GONE');
      return buffer(snapshot);
    };
    const comparison = await compareWithSnapshot(actor.userId, readSnapshot, content.tables, MAX_DRIFT_ROWS);
    return { comparedAt: this.clock.now().toISOString(), ...comparison };
  }

  private hasFile(row: ReportRow): boolean {
    const isKept = this.retention.endOfReportFiles(row) > this.clock.now();
    return row.status === 'done' && !row.fileRemovedAt && isKept;
  }

  private toReport(actor: Actor, row: ReportRow, laboratory: { name: string; code: string } | null): Report {
    const { laboratoryId, schedule } = row;
    const mayExport = actor.may('reports.export')
      ? { allowed: true }
      : { allowed: false, reason: 'You can view reports but not export them' };
    return {
      ...declaredFields(ReportSchema, row),
      laboratory:
        laboratoryId && laboratory
          ? { _id: laboratoryId.toHexString(), name: laboratory.name, code: laboratory.code }
          : null,
      scheduled: schedule !== null,
      scheduleName: schedule?.name ?? null,
      expiresAt: this.retention.endOfReportFiles(row).toISOString(),
      actions: this.hasFile(row) ? { download: mayExport, compare: mayExport } : {},
    };
  }
}

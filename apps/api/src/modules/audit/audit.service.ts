import {
  auditEntityLabels,
  type AuditExportQuery,
  type AuditFilterQuery,
  type AuditLogEntry,
  type AuditLogQuery,
  MAX_AUDIT_ROWS,
  type Page,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { type AuditFilter, AuditLog } from '../../platform/audit/audit-log';
import type { AuditRow } from '../../platform/audit/audit.document';
import { DocumentNames } from '../../platform/audit/document-names';
import { batched } from '../../platform/batched';
import type { Actor } from '../../platform/domain/actor';
import type { FileStream } from '../../platform/http/file-stream';
import { assertExportable, defineSheet } from '../../platform/sheet/sheet';
import { businessDay, NETWORK_TIMEZONE, startOfDay } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow, toLaboratoryName } from '../laboratories/laboratories.port';

/** Without a first day, so that no request reads the log of all years. */
const USUAL_DAYS = 90;
const DAY_MS = 86_400_000;
/** Later days have no instants that the database could compare. */
const LAST_DAY = '9998-12-31';

/** Rows of an export whose documents are named together. */
const NAMED_AT_ONCE = 200;

type Line = {
  row: AuditRow;
  name: string | undefined;
  laboratory: LaboratoryRow | undefined;
  change: AuditRow['changes'][number] | undefined;
};

const auditSheet = defineSheet<Line>()({
  name: 'Audit log',
  headings: {
    at: 'When',
    by: 'Who',
    laboratory: 'Laboratory',
    entity: 'What',
    name: 'Name',
    entityId: 'Id',
    action: 'Action',
    field: 'Field',
    before: 'Before',
    after: 'After',
  },
  label: ['at'],
  columns: {
    at: { width: 26, value: ({ row }) => row.at.toISOString() },
    by: { width: 24, value: ({ row }) => row.by?.name ?? 'System' },
    laboratory: { width: 12, value: ({ laboratory }) => laboratory?.code ?? null },
    entity: { width: 18, value: ({ row }) => labelOf(row.entity) },
    name: { width: 30, value: ({ name }) => name ?? null },
    entityId: { width: 26, value: ({ row }) => row.entityId.toHexString() },
    action: { width: 26, value: ({ row }) => row.action },
    field: { width: 24, value: ({ change }) => change?.field ?? null },
    before: { width: 30, value: ({ change }) => shownText(change, 'before') },
    after: { width: 30, value: ({ change }) => shownText(change, 'after') },
  },
});

/** The audit log within the scope of the reader. */
@Injectable()
export class AuditService {
  constructor(
    private readonly audit: AuditLog,
    private readonly names: DocumentNames,
    private readonly laboratories: LaboratoriesPort,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, { page, limit, ...query }: AuditLogQuery): Promise<Page<AuditLogEntry>> {
    const scope = actor.scope('settings.audit');
    const { items, total } = await this.audit.search(
      { viewer: actor, scope },
      this.toFilter(query),
      { page, limit },
      MAX_AUDIT_ROWS,
    );
    const laboratories = await this.readLaboratories(items);
    const people = items.flatMap(({ by }) => (by ? [{ entity: 'user', entityId: by._id }] : []));
    const names = await this.names.of(actor, [...items, ...people]);
    return { items: items.map((row) => toEntry(row, laboratories, names)), total };
  }

  /** @throws DomainError EXPORT_TOO_LARGE. */
  async export(actor: Actor, { format, ...query }: AuditExportQuery): Promise<FileStream> {
    const scope = actor.scope('settings.audit');
    const filter = this.toFilter(query);
    assertExportable(await this.audit.count(scope, filter, MAX_AUDIT_ROWS + 1), MAX_AUDIT_ROWS, 'changes');
    const name = `audit-${businessDay(this.clock.now(), NETWORK_TIMEZONE)}`;
    const rows = this.audit.each({ viewer: actor, scope }, filter);
    return auditSheet.export(actor, name, format, this.readLines(actor, rows));
  }

  private async *readLines(viewer: Actor, all: AsyncIterable<AuditRow>): AsyncGenerator<Line> {
    for await (const rows of batched(all, NAMED_AT_ONCE)) {
      const names = await this.names.of(viewer, rows);
      for (const row of rows) {
        const laboratory = (await this.laboratories.ownerOf(row)) ?? undefined;
        const about = { row, name: names.get(row.entityId.toHexString()), laboratory };
        for (const change of row.changes.length > 0 ? row.changes : [undefined]) yield { ...about, change };
      }
    }
  }

  private toFilter({ from, to, ...filter }: AuditFilterQuery): AuditFilter {
    const last = startOfNetworkDay(to ?? businessDay(this.clock.now(), NETWORK_TIMEZONE)).getTime();
    // All days of the network have 24 hours.
    return {
      ...filter,
      from: from === undefined ? new Date(last - USUAL_DAYS * DAY_MS) : startOfNetworkDay(from),
      until: new Date(last + DAY_MS),
    };
  }

  private readLaboratories(rows: readonly AuditRow[]): Promise<Map<string, LaboratoryRow>> {
    return this.laboratories.findAll(rows.flatMap(({ laboratoryId }) => laboratoryId ?? []));
  }
}

function startOfNetworkDay(day: string): Date {
  return startOfDay(day < LAST_DAY ? day : LAST_DAY, NETWORK_TIMEZONE);
}

function toEntry(
  row: AuditRow,
  laboratories: ReadonlyMap<string, LaboratoryRow>,
  names: ReadonlyMap<string, string>,
): AuditLogEntry {
  const laboratory = row.laboratoryId && laboratories.get(row.laboratoryId.toHexString());
  return {
    _id: row._id.toHexString(),
    at: row.at.toISOString(),
    by: row.by && { _id: names.has(row.by._id.toHexString()) ? row.by._id.toHexString() : null, name: row.by.name },
    action: row.action,
    entity: row.entity,
    entityId: row.entityId.toHexString(),
    name: names.get(row.entityId.toHexString()) ?? null,
    laboratory: laboratory ? toLaboratoryName(laboratory) : null,
    changes: row.changes,
  };
}

function labelOf(entity: string): string {
  return new Map<string, string>(Object.entries(auditEntityLabels)).get(entity) ?? entity;
}

/** Of a list, what was removed and added. */
function shownText(change: Line['change'], side: 'before' | 'after'): string | null {
  const text = toText(change?.[side]);
  if (!change?.entries || text === null) return text;
  return text === '[]' ? null : `${side === 'before' ? 'Removed' : 'Added'}: ${text}`;
}

function toText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

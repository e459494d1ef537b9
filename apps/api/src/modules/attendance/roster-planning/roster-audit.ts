import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../../platform/audit/audit-log';
import { declareAudited } from '../../../platform/audit/audited-fields';
import { DocumentNames } from '../../../platform/audit/document-names';
import type { Actor } from '../../../platform/domain/actor';
import type { ObjectId } from '../../../platform/domain/object-id';
import { StaffPort } from '../../staff/staff.port';

/** The values of a person's days that changed, in words: `{ '2026-12-01': 'N' }`. */
export type PersonDays = { userId: ObjectId; before: Record<string, string>; after: Record<string, string> };

declareAudited('roster', { permission: 'attendance.roster', fields: { days: true } });
declareAudited('roster-publication', {
  permission: 'attendance.roster',
  fields: { number: true, from: true, to: true, changedDays: true, changedPeople: true },
});

/** One row of the audit log per person, however many of their days a change concerns. */
@Injectable()
export class RosterAudit {
  constructor(
    private readonly audit: AuditLog,
    people: StaffPort,
    names: DocumentNames,
  ) {
    names.register({
      entity: 'roster',
      permission: 'attendance.roster',
      names: async (scope, ids) => {
        const found = await people.findPeople(scope, ids.map(String));
        return found.map(({ _id, name }) => [_id, name] as const);
      },
    });
  }

  async record(
    actor: Actor | null,
    action: 'roster.planned' | 'roster.published' | 'roster.cleared',
    laboratoryId: ObjectId,
    people: readonly PersonDays[],
  ): Promise<void> {
    await this.audit.record(
      ...people.map(({ userId, before, after }) => ({
        actor,
        action,
        entity: 'roster' as const,
        entityId: userId,
        laboratoryId,
        before: { days: before },
        after: { days: after },
      })),
    );
  }
}

import type { Permission } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../domain/actor';
import type { LabScope } from '../domain/lab-scope';
import type { ObjectId } from '../domain/object-id';
import { readAll } from '../mongo/unit-of-work';
import { Registry } from '../registry';
import type { AuditRow } from './audit.document';

/** Documents of a kind that the audit log is about. */
export type NamedDocuments = {
  /** Of the audit log, such as `transaction`. */
  entity: string;
  /** Needed, for more people than the viewer, to see the documents. */
  permission: Permission;
  /** What people call the documents within the scope: a number, a name or a code. */
  names: (scope: LabScope, ids: ObjectId[]) => Promise<(readonly [ObjectId, string])[]>;
};

/** Knows what people call the documents of each feature, so that a list of changes can name them. */
@Injectable()
export class DocumentNames extends Registry<NamedDocuments> {
  /** The kinds of documents that the viewer can see. */
  entitiesSeenBy(viewer: Actor): string[] {
    return this.seenBy(viewer).map(({ entity }) => entity);
  }

  /** By id; documents that the viewer cannot see, or that are outside their scope, have none. */
  async of(viewer: Actor, rows: readonly Pick<AuditRow, 'entity' | 'entityId'>[]): Promise<Map<string, string>> {
    const named = await readAll(
      ...this.seenBy(viewer).map(({ entity, permission, names }) => () => {
        const ids = rows.filter((row) => row.entity === entity).map(({ entityId }) => entityId);
        return ids.length === 0 ? Promise.resolve([]) : names(viewer.scope(permission), ids);
      }),
    );
    return new Map(named.flat().map(([id, name]) => [id.toHexString(), name]));
  }

  private seenBy(viewer: Actor): NamedDocuments[] {
    return this.sources.filter(({ permission }) => {
      return viewer.may(permission) && viewer.permissions[permission].scope !== 'own';
    });
  }
}

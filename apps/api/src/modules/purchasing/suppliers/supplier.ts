import {
  REVIEW_NOTICE_DAYS,
  serverEvents,
  type Supplier,
  type SupplierAction,
  type SupplierName,
  SupplierNameSchema,
  SupplierSchema,
  type SupplierStatus,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { actionsFor, lacks, notOffered, type Policy, refusal, type Refusal } from '../../../platform/domain/policy';
import { eventKind } from '../../../platform/events/domain-events';
import type { ObjectId } from '../../../platform/domain/object-id';
import { EVERY_LABORATORY } from '../../../platform/mongo/scoped-repository';
import { codeTexts, searchWords } from '../../../platform/mongo/search-words';
import { roomOf } from '../../../platform/realtime/rooms';
import { declaredFields, eventFields } from '../../../platform/records/declared-fields';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import { addDays } from '../../../platform/time/business-day';
import { LaboratoriesPort, type LaboratoryRow, toLaboratoryName } from '../../laboratories/laboratories.port';
import type { SupplierRow } from './supplier.document';
import { supplierKey } from './supplier-key';
import { SupplierRepository } from './supplier.repository';

type Judged = Pick<SupplierRow, 'usedByAll' | 'uses' | 'status'>;

/** A laboratory decides on what it alone uses; what several use is the network's. */
export const supplierPolicy: Policy<SupplierAction, Judged> = {
  edit: ofOwnLaboratory,
  approve: (viewer, supplier) => already(supplier, 'approved') ?? ofOwnLaboratory(viewer, supplier),
  hold: (viewer, supplier) => already(supplier, 'on_hold') ?? ofOwnLaboratory(viewer, supplier),
  block: (viewer, supplier) => already(supplier, 'blocked') ?? ofOwnLaboratory(viewer, supplier),
};

/** To state another reason, the same status can be sent again. */
function already({ status }: Judged, wanted: SupplierStatus): Refusal | undefined {
  return status === wanted ? notOffered('VALIDATION_FAILED') : undefined;
}

function ofOwnLaboratory(viewer: Actor, supplier: Judged): Refusal | undefined {
  const lacking = lacks(viewer, 'suppliers.edit');
  if (lacking || viewer.scope('suppliers.edit').reachesAll) return lacking;
  const only = onlyLaboratoryOf(supplier);
  if (only && viewer.scope('suppliers.edit').reaches(only.toHexString())) return undefined;
  return refusal('FORBIDDEN', 'Other laboratories use this supplier too, so only a super admin can change it');
}

/** The laboratory that alone uses it; null if several do. */
function onlyLaboratoryOf({ usedByAll, uses }: Pick<Judged, 'usedByAll' | 'uses'>): ObjectId | null {
  const [only] = uses;
  return !usedByAll && uses.length === 1 && only ? only.laboratoryId : null;
}

/** Raised within the transaction of every write to a supplier. */
const suppliersChanged = eventKind<EntityChanged<SupplierRow>>('suppliers.changed');

/** Suppliers as versioned documents of the laboratories that use them. */
@Injectable()
export class Suppliers {
  readonly records: Records<SupplierRow, Supplier, 'supplier:updated'>;

  constructor(
    repository: SupplierRepository,
    private readonly laboratories: LaboratoriesPort,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'supplier',
      shown: {
        permission: 'suppliers.view',
        of: SupplierSchema,
        fields: { laboratoryIds: false, nameKey: false, laboratoryId: 'nobody' },
      },
      repository,
      notFound: 'SUPPLIER_NOT_FOUND',
      named: { fields: ['name'], as: ({ name }) => name },
      laboratoryOf: onlyLaboratoryOf,
      // By it, the audit log knows that the supplier belonged to another laboratory before.
      audited: (row) => ({ laboratoryId: onlyLaboratoryOf(row) ?? undefined }),
      present: async (viewer, row) => toSupplier(row, viewer, await this.readLaboratories([row])),
      changed: suppliersChanged,
      unique: { code: 'SUPPLIER_CODE_TAKEN' },
      derive: derivedFields,
      live: {
        permission: 'suppliers.view',
        event: () => 'supplier:updated' as const,
        payload: (row, actor) => eventFields(serverEvents['supplier:updated'], row, actor),
        rooms: ({ usedByAll, uses }) =>
          usedByAll
            ? [roomOf.holdersAnywhere('suppliers.view')]
            : uses.map(({ laboratoryId }) => roomOf.holders('suppliers.view', laboratoryId.toHexString())),
      },
    });
  }

  async presentAll(viewer: Actor, rows: readonly SupplierRow[]): Promise<Supplier[]> {
    const laboratories = await this.readLaboratories(rows);
    return rows.map((row) => toSupplier(row, viewer, laboratories));
  }

  private readLaboratories(rows: readonly SupplierRow[]): Promise<Map<string, LaboratoryRow>> {
    return this.laboratories.findAll(rows.flatMap(({ uses }) => uses.map(({ laboratoryId }) => laboratoryId)));
  }
}

function toSupplier(row: SupplierRow, viewer: Actor, laboratories: ReadonlyMap<string, LaboratoryRow>): Supplier {
  const scope = viewer.scope('suppliers.view');
  const reached = row.uses.filter(({ laboratoryId }) => scope.reaches(laboratoryId.toHexString()));
  return {
    ...declaredFields(SupplierSchema, row),
    uses: reached.flatMap(({ laboratoryId, leadTimeDays }) => {
      const laboratory = laboratories.get(laboratoryId.toHexString());
      return laboratory ? [{ laboratory: toLaboratoryName(laboratory), leadTimeDays }] : [];
    }),
    usedByOthers: !scope.reachesAll && (row.usedByAll || reached.length < row.uses.length),
    actions: actionsFor(supplierPolicy, viewer, row, undefined),
  };
}

export function toSupplierName(row: SupplierRow): SupplierName {
  return declaredFields(SupplierNameSchema, row);
}

/** Fields that are derived from others, so that lists can use an index. */
export function derivedFields({
  name,
  code,
  gstin,
  contacts,
  usedByAll,
  uses,
}: Pick<SupplierRow, 'name' | 'code' | 'gstin' | 'contacts' | 'usedByAll' | 'uses'>) {
  return {
    sortName: name.toLowerCase(),
    nameKey: supplierKey(name),
    laboratoryIds: usedByAll ? [EVERY_LABORATORY] : uses.map(({ laboratoryId }) => laboratoryId),
    searchWords: searchWords(name, ...codeTexts(code), gstin, ...contacts.map((contact) => contact.name)),
  };
}

/** The last day on which a review counts as due today. */
export function reviewHorizon(today: string): string {
  return addDays(today, REVIEW_NOTICE_DAYS);
}

import {
  type ChangeSupplierStatusBody,
  completedTaxNumbers,
  type CreateSupplierBody,
  type Page,
  type Supplier,
  type SupplierListQuery,
  taxNumbersFault,
  type UpdateSupplierBody,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { firstVersion } from '../../../platform/mongo/first-version';
import { LabScope } from '../../../platform/domain/lab-scope';
import { newId, objectId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import type { SupplierRow } from './supplier.document';
import { derivedFields, reviewHorizon, supplierPolicy, Suppliers } from './supplier';
import { proposedCode, supplierKey } from './supplier-key';
import { SupplierRepository } from './supplier.repository';

/** Of all suppliers, whose codes are proposed and whose GSTINs are compared: one writer at a time. */
export const SUPPLIERS_LOCK = 'suppliers';

const MOST_NAMESAKES = 100;
const CODES_AT_ONCE = 20;

/** Lists, creates and edits suppliers. */
@Injectable()
export class EditSuppliers {
  constructor(
    private readonly suppliers: SupplierRepository,
    private readonly store: Suppliers,
    private readonly laboratories: LaboratoriesPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, query: SupplierListQuery): Promise<Page<Supplier>> {
    const today = await this.laboratories.readDay(actor, this.clock.now());
    const scope = actor.scope('suppliers.view');
    const { items, ...total } = await this.suppliers.list(scope, query, reviewHorizon(today));
    return { items: await this.store.presentAll(actor, items), ...total };
  }

  /**
   * @throws DomainError LABORATORY_NOT_FOUND, FORBIDDEN, VALIDATION_FAILED, SUPPLIER_CODE_TAKEN, SUPPLIER_NAME_TAKEN,
   *   SUPPLIER_GSTIN_TAKEN.
   */
  create(actor: Actor, body: CreateSupplierBody): Promise<Supplier> {
    return this.unitOfWork.exclusive(SUPPLIERS_LOCK, SUPPLIERS_LOCK, async () => {
      const row = await this.newSupplier(actor, body);
      await this.assertFreeGstin(actor, row);
      await this.assertNewName(actor, row);
      return this.store.records.create(actor, row);
    });
  }

  /**
   * @throws DomainError FORBIDDEN, VALIDATION_FAILED, LABORATORY_NOT_FOUND, SUPPLIER_NAME_TAKEN, SUPPLIER_GSTIN_TAKEN,
   *   VERSION_CONFLICT.
   */
  update(actor: Actor, id: string, { version, uses, ...fields }: UpdateSupplierBody): Promise<Supplier> {
    const options = {
      permission: 'suppliers.edit',
      policy: (before: SupplierRow) => supplierPolicy.edit(actor, before),
    } as const;
    const change = async (before: SupplierRow) => {
      const usedByAll = fields.usedByAll ?? before.usedByAll;
      const used =
        uses || usedByAll !== before.usedByAll ? await this.usesFrom(actor, { usedByAll, uses }, before) : before.uses;
      const isNew = fields.gstin != null && fields.gstin !== before.gstin;
      const open = isNew ? { ...before, pan: null, stateCode: null } : before;
      const numbers = completedTaxNumbers({ ...open, ...fields });
      const fault = taxNumbersFault(numbers);
      if (fault) throw DomainError.onField('VALIDATION_FAILED', fault.field, fault.message);
      const after = { ...before, ...fields, ...numbers, uses: used };
      const nameKey = supplierKey(after.name);
      if (after.gstin !== before.gstin) await this.assertFreeGstin(actor, after);
      if (nameKey !== before.nameKey || after.gstin !== before.gstin) {
        await this.assertNewName(actor, { ...after, nameKey });
      }
      return { ...fields, ...numbers, uses: used };
    };
    return this.unitOfWork.exclusive(SUPPLIERS_LOCK, SUPPLIERS_LOCK, () =>
      this.store.records.change(actor, id, version, options, change),
    );
  }

  /** @throws DomainError FORBIDDEN, VERSION_CONFLICT. */
  changeStatus(
    actor: Actor,
    id: string,
    { version, status, reason, nextReviewOn }: ChangeSupplierStatusBody,
  ): Promise<Supplier> {
    const options = {
      permission: 'suppliers.edit',
      action: `status-${status.replace('_', '-')}`,
      policy: (before: SupplierRow) => supplierPolicy.edit(actor, before),
    } as const;
    return this.store.records.change(actor, id, version, options, () => ({
      status,
      statusReason: reason,
      ...(nextReviewOn !== undefined && { nextReviewOn }),
    }));
  }

  /**
   * A new supplier with a code of its own, in the transaction of the caller, which holds the lock of suppliers.
   * @param reserved codes that others of the same transaction get.
   */
  async newSupplier(
    actor: Actor,
    { uses, code, ...body }: CreateSupplierBody,
    reserved: ReadonlySet<string> = new Set(),
  ): Promise<SupplierRow> {
    const now = this.clock.now();
    const fields = {
      ...body,
      ...completedTaxNumbers(body),
      code: code ?? (await this.freeCode(body.name, reserved)),
      uses: await this.usesFrom(actor, { usedByAll: body.usedByAll, uses }, null),
    };
    return {
      _id: newId(),
      ...fields,
      status: 'approved',
      statusReason: null,
      ...derivedFields(fields),
      ...firstVersion(actor, now),
    };
  }

  /** The laboratories of the request, which the person must reach. Only network-wide editors share a supplier. */
  private async usesFrom(
    actor: Actor,
    { usedByAll, uses }: Pick<CreateSupplierBody, 'usedByAll' | 'uses'>,
    before: SupplierRow | null,
  ): Promise<SupplierRow['uses']> {
    const scope = actor.scope(before ? 'suppliers.edit' : 'suppliers.create');
    if (usedByAll && !scope.reachesAll) {
      throw DomainError.onField('FORBIDDEN', 'usedByAll', 'Only a super admin can let all laboratories use a supplier');
    }
    const own = actor.laboratoryId === null ? [] : [{ laboratoryId: actor.laboratoryId, leadTimeDays: null }];
    const kept = before?.uses.map((use) => ({ ...use, laboratoryId: use.laboratoryId.toHexString() }));
    const wanted = uses ?? kept ?? own;
    if (wanted.length === 0 && !usedByAll) {
      throw DomainError.onField('VALIDATION_FAILED', 'uses', 'Choose at least one laboratory that uses the supplier');
    }
    const found = await this.laboratories.findAll(wanted.map(({ laboratoryId }) => objectId(laboratoryId)));
    return wanted.map(({ laboratoryId, leadTimeDays }, index) => {
      const laboratory = scope.reaches(laboratoryId) ? found.get(laboratoryId) : undefined;
      if (!laboratory) throw DomainError.onField('LABORATORY_NOT_FOUND', `uses.${index}.laboratoryId`);
      return { laboratoryId: laboratory._id, leadTimeDays };
    });
  }

  /** Among those that the person sees: that another laboratory has a supplier is not theirs to know. */
  private async assertFreeGstin(actor: Actor, { _id, gstin }: Pick<SupplierRow, '_id' | 'gstin'>): Promise<void> {
    if (gstin === null) return;
    const found = await this.suppliers.findByGstins(actor.scope('suppliers.view'), [gstin], 2);
    const other = found.find((row) => !row._id.equals(_id));
    if (other) throw DomainError.onField('SUPPLIER_GSTIN_TAKEN', 'gstin', sameGstin(other));
  }

  /** Two of one name are branches of one company, which their GSTINs tell apart. Others would be the same one twice. */
  private async assertNewName(actor: Actor, { _id, nameKey, gstin }: SupplierRow): Promise<void> {
    const namesakes = await this.suppliers.findByKeys(actor.scope('suppliers.view'), [nameKey], MOST_NAMESAKES);
    const other = namesakes.find((row) => !row._id.equals(_id) && (row.gstin === null || gstin === null));
    if (!other) return;
    throw DomainError.onField('SUPPLIER_NAME_TAKEN', 'name', sameName(`${other.name} (${other.code})`));
  }

  private async freeCode(name: string, reserved: ReadonlySet<string>): Promise<string> {
    const code = proposedCode(name);
    for (let number = 1; ;) {
      const candidates: string[] = [];
      for (; candidates.length < CODES_AT_ONCE; number++) {
        const candidate = number === 1 ? code : `${code}-${number}`;
        if (!reserved.has(candidate)) candidates.push(candidate);
      }
      const taken = await this.suppliers.findByCodes(LabScope.everywhere(), candidates);
      const free = candidates.find((candidate) => taken.every((row) => row.code !== candidate));
      if (free !== undefined) return free;
    }
  }
}

export function sameGstin({ name, code }: Pick<SupplierRow, 'name' | 'code'>): string {
  return `${name} (${code}) has this GSTIN`;
}

/** `Omega Glass (OMEGA) has the same name. …` */
export function sameName(other: string): string {
  return `${other} has the same name. If this is another branch, enter the GSTIN of both.`;
}

import { supplierStatusLabels } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain/domain-error';
import { refusal, type Refusal } from '../../../platform/domain/policy';
import { LabScope } from '../../../platform/domain/lab-scope';
import type { ObjectId } from '../../../platform/domain/object-id';
import type { SupplierRow } from './supplier.document';
import { SupplierRepository } from './supplier.repository';

/** A supplier as a laboratory orders from it. Days are whole days; `stateCode` is of GST. */
export type UsableSupplier = Pick<
  SupplierRow,
  'name' | 'code' | 'status' | 'gstin' | 'stateCode' | 'leadTimeDays' | 'paymentDays'
> & {
  id: string;
  /** Of the first contact that has one. */
  email: string | null;
};

/** The supplier, or why the laboratory cannot order from it. */
export type SupplierUse =
  { supplier: UsableSupplier; refused?: undefined } | { supplier?: undefined; refused: Refusal };

/** What other modules learn about suppliers. */
@Injectable()
export class SupplierReader {
  constructor(private readonly suppliers: SupplierRepository) {}

  /**
   * The supplier for a new order of the laboratory, with the laboratory's own lead time if it has one. Refused are
   * SUPPLIER_NOT_FOUND, also for a supplier that the laboratory does not use, SUPPLIER_ON_HOLD and SUPPLIER_BLOCKED, both
   * with the reason.
   */
  async readUsable(laboratoryId: string, supplierId: string): Promise<SupplierUse> {
    const uses = await this.readEachUsable(laboratoryId, [supplierId]);
    return uses.get(supplierId) ?? { refused: refusal('SUPPLIER_NOT_FOUND') };
  }

  /** As `readUsable`, of several at once, by id. */
  async readEachUsable(laboratoryId: string, ids: readonly string[]): Promise<Map<string, SupplierUse>> {
    const rows = await this.suppliers.findAllById(LabScope.ofLaboratory(laboratoryId), ids);
    const known = new Map(rows.map((row) => [row._id.toHexString(), row]));
    return new Map(ids.map((id) => [id, useOf(known.get(id), laboratoryId)]));
  }

  /** @throws DomainError SUPPLIER_NOT_FOUND, also for a supplier that no laboratory of the scope uses. */
  async getVisible(scope: LabScope, supplierId: string): Promise<{ _id: ObjectId; code: string }> {
    const row = await this.suppliers.findById(scope, supplierId);
    if (!row) throw new DomainError('SUPPLIER_NOT_FOUND');
    return row;
  }

  /** The two digits that start its GSTIN, whatever its status and its laboratories; null where it has none. */
  async gstStateOf(supplierId: string): Promise<string | null> {
    const row = await this.suppliers.findById(LabScope.everywhere(), supplierId);
    return row?.gstin?.slice(0, 2) ?? null;
  }

  /** The names by id, whatever the status and the laboratories of the suppliers. */
  async namesOf(ids: readonly string[]): Promise<Map<string, { name: string; code: string }>> {
    const rows = await this.suppliers.findAllById(LabScope.everywhere(), [...new Set(ids)]);
    return new Map(rows.map(({ _id, name, code }) => [_id.toHexString(), { name, code }]));
  }
}

/** Why nothing new can be ordered from the supplier; undefined if it can. */
export function unusable({ status, name, statusReason }: SupplierRow): Refusal | undefined {
  if (status === 'approved') return undefined;
  const message = `${name} is ${supplierStatusLabels[status].toLowerCase()}: ${statusReason ?? 'no reason given'}. Choose another supplier, or have it approved.`;
  return { ...refusal(status === 'blocked' ? 'SUPPLIER_BLOCKED' : 'SUPPLIER_ON_HOLD', message), external: true };
}

function useOf(row: SupplierRow | undefined, laboratoryId: string): SupplierUse {
  if (!row) return { refused: refusal('SUPPLIER_NOT_FOUND') };
  const refused = unusable(row);
  return refused ? { refused } : { supplier: toUsable(row, laboratoryId) };
}

function toUsable(row: SupplierRow, laboratoryId: string): UsableSupplier {
  const { name, code, status, gstin, stateCode, paymentDays, contacts, uses } = row;
  const own = uses.find((use) => use.laboratoryId.toHexString() === laboratoryId)?.leadTimeDays;
  return {
    id: row._id.toHexString(),
    name,
    code,
    status,
    gstin,
    stateCode,
    paymentDays,
    leadTimeDays: own ?? row.leadTimeDays,
    email: contacts.find(({ email }) => email !== null)?.email ?? null,
  };
}

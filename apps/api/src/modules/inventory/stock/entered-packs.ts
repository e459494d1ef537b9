import { type EnteredPacks, isSamePack } from '@shifa/contract';
import { DomainError } from '../../../platform/domain/domain-error';
import { type Refusal, refusalOn } from '../../../platform/domain/policy';
import type { ItemRow } from './item.document';

/** Packs whose factor has been changed since they were chosen would be another quantity than the person meant. */
export function packsRefusal(
  { packages = [] }: Pick<ItemRow, 'packages'>,
  entered: EnteredPacks | undefined,
  field = 'quantity',
): Refusal | undefined {
  if (!entered || packages.some((one) => isSamePack(one, entered))) return undefined;
  const message = "The item's packs were changed. Choose the pack again.";
  return refusalOn(field, 'VALIDATION_FAILED', message);
}

/** @throws DomainError VALIDATION_FAILED on the field if the item does not have the packs. */
export function assertPacks(item: Pick<ItemRow, 'packages'>, entered: EnteredPacks | undefined, field?: string): void {
  const refused = packsRefusal(item, entered, field);
  if (refused) throw new DomainError(refused.code, { message: refused.message, errors: refused.errors ?? [] });
}

import type { CreateInventoryItemInput, InventoryItem } from '@shifa/contract';
import { useFilteredLaboratory } from '../../../data/use-filtered-laboratory';
import { useUser } from '../../../data/use-session';
import type { ItemValues } from '../inventory.fields';

/** An item before anything is entered. */
export function useBlankItem(): ItemValues {
  const own = useUser().laboratoryId;
  const filtered = useFilteredLaboratory();
  return {
    name: '',
    itemCode: '',
    category: 'reagent',
    unit: 'piece',
    trackExpiry: true,
    requiresAcceptance: false,
    packages: [],
    minQuantity: null,
    reorderQuantity: null,
    leadTimeDays: 7,
    unitCostPaise: null,
    manufacturer: '',
    supplier: '',
    supplierId: '',
    stabilityDays: null,
    storageCondition: '',
    storageLocation: '',
    laboratoryId: own?._id ?? filtered ?? '',
    quantity: null,
    batchNumber: '',
    expiryDate: '',
  };
}

/** The fields of a stored item. */
export function valuesOf(item: InventoryItem): ItemValues {
  const { name, itemCode, category, unit, trackExpiry, minQuantity, reorderQuantity, leadTimeDays } = item;
  return {
    name,
    itemCode,
    category,
    unit,
    trackExpiry,
    minQuantity,
    reorderQuantity,
    leadTimeDays,
    // Free items have no cost to show.
    unitCostPaise: item.unitCostPaise || null,
    packages: item.packages.map(({ gtin, ...pack }) => ({ ...pack, gtin: gtin ?? '' })),
    manufacturer: item.manufacturer ?? '',
    supplier: item.supplier ?? '',
    supplierId: item.supplierId ?? '',
    requiresAcceptance: item.requiresAcceptance,
    stabilityDays: item.stabilityDays,
    storageCondition: item.storageCondition ?? '',
    storageLocation: item.storageLocation ?? '',
    laboratoryId: item.laboratoryId._id,
    quantity: null,
    batchNumber: '',
    expiryDate: '',
  };
}

/** What creating and editing have in common. */
export function describedPart(values: ItemValues) {
  const { laboratoryId: _laboratory, quantity: _quantity, batchNumber: _batch, expiryDate: _expiry, ...item } = values;
  return {
    ...item,
    supplierId: item.supplierId === '' ? null : item.supplierId,
    packages: item.packages.map(({ gtin, name, factor }) => ({
      gtin: gtin.trim() === '' ? null : gtin,
      name,
      factor: factor ?? Number.NaN,
    })),
    minQuantity: item.minQuantity ?? 0,
    reorderQuantity: item.reorderQuantity ?? 0,
    unitCostPaise: item.unitCostPaise ?? 0,
    leadTimeDays: item.leadTimeDays ?? Number.NaN,
  };
}

/** The body of what was entered, before it is validated. */
export function inputOf(values: ItemValues): CreateInventoryItemInput {
  const { itemCode, laboratoryId, quantity, batchNumber, expiryDate } = values;
  return {
    ...describedPart(values),
    itemCode: itemCode.trim() === '' ? undefined : itemCode,
    laboratoryId: laboratoryId === '' ? undefined : laboratoryId,
    quantity: quantity ?? 0,
    batchNumber: batchNumber.trim() === '' ? undefined : batchNumber,
    expiryDate: expiryDate === '' ? null : expiryDate,
  };
}

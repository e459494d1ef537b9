import { plural } from '../common/plural.js';

/** The kinds of stock items, in the order of selection lists. */
export const inventoryCategories = [
  'reagent',
  'kit',
  'control',
  'calibrator',
  'consumable',
  'glassware',
  'ppe',
  'equipment',
  'spare_part',
  'stationery',
  'other',
] as const;
export type InventoryCategory = (typeof inventoryCategories)[number];

export const inventoryCategoryLabels: Record<InventoryCategory, string> = {
  reagent: 'Reagent',
  kit: 'Kit',
  control: 'Control',
  calibrator: 'Calibrator',
  consumable: 'Consumable',
  glassware: 'Glassware',
  ppe: 'PPE',
  equipment: 'Equipment',
  spare_part: 'Spare part',
  stationery: 'Stationery',
  other: 'Other',
};

/** What one unit of the quantity is. */
export const inventoryUnits = [
  'piece',
  'pack',
  'box',
  'bottle',
  'vial',
  'kit',
  'test',
  'pair',
  'roll',
  'ml',
  'l',
  'mg',
  'g',
  'kg',
] as const;
export type InventoryUnit = (typeof inventoryUnits)[number];

const unitPlurals: Record<InventoryUnit, string> = {
  piece: 'pieces',
  pack: 'packs',
  box: 'boxes',
  bottle: 'bottles',
  vial: 'vials',
  kit: 'kits',
  test: 'tests',
  pair: 'pairs',
  roll: 'rolls',
  ml: 'ml',
  l: 'l',
  mg: 'mg',
  g: 'g',
  kg: 'kg',
};

export const inventoryUnitLabels: Record<InventoryUnit, string> = {
  piece: 'Piece',
  pack: 'Pack',
  box: 'Box',
  bottle: 'Bottle',
  vial: 'Vial',
  kit: 'Kit',
  test: 'Test',
  pair: 'Pair',
  roll: 'Roll',
  ml: 'ml',
  l: 'l',
  mg: 'mg',
  g: 'g',
  kg: 'kg',
};

/** `piece` or `pieces`, as the quantity needs. */
export function unitNoun(quantity: number, unit: InventoryUnit): string {
  return plural(quantity, unit, unitPlurals[unit]);
}

/** `formatQuantity(1200, 'piece')` → `1,200 pieces` */
export function formatQuantity(quantity: number, unit: InventoryUnit): string {
  return `${quantity.toLocaleString('en-US')} ${unitNoun(quantity, unit)}`;
}

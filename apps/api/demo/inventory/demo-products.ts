import type { InventoryCategory, InventoryUnit } from '@shifa/contract';
import { type SupplierCode, supplierOn } from '../purchasing/supplier.demo';

/** @param weeklyUse the average of a main laboratory. @param shelfDays of a new batch; null if it does not expire. */
type Product = [
  name: string,
  unit: InventoryUnit,
  manufacturer: string | null,
  supplier: SupplierCode,
  rupees: number,
  weeklyUse: number,
  shelfDays: number | null,
  leadTimeDays: number,
  place: keyof typeof places,
  stabilityDays?: number,
];

/** Where items are kept, and how. */
const places = {
  cold: ['2–8 °C', 'Cold room, rack A'],
  fridge: ['2–8 °C', 'Refrigerator 2'],
  frozen: ['−20 °C', 'Freezer 1'],
  dry: ['15–25 °C', 'Store room, shelf 3'],
  bench: ['15–25 °C', 'Sample collection'],
  office: [null, 'Office cupboard'],
} as const;

function products(category: InventoryCategory, rows: readonly Product[]) {
  return rows.map((row) => {
    const [name, unit, manufacturer, supplier, rupees, weeklyUse, shelfDays, leadTimeDays, place, stabilityDays] = row;
    const [storageCondition, storageLocation] = places[place];
    const described = { name, category, unit, manufacturer, stabilityDays: stabilityDays ?? null };
    const bought = { ...supplierOn(supplier), unitCostPaise: rupees * 100, leadTimeDays };
    const kept = { trackExpiry: shelfDays !== null, storageCondition, storageLocation };
    return { weeklyUse, shelfDays, fields: { ...described, ...bought, ...kept } };
  });
}

/** A product of the demo network, with the fields of its items. */
export type DemoProduct = ReturnType<typeof products>[number];

/** In the order in which laboratories stock them. */
export const demoProducts: readonly DemoProduct[] = [
  ...products('reagent', [
    ['Glucose reagent GOD-POD', 'bottle', 'Erba Mannheim', 'MEDLINE', 1_450, 9, 365, 7, 'cold', 60],
    ['Urea reagent', 'bottle', 'Erba Mannheim', 'MEDLINE', 1_280, 6, 365, 7, 'cold', 60],
    ['Creatinine reagent', 'bottle', 'Erba Mannheim', 'MEDLINE', 1_620, 7, 330, 7, 'cold', 45],
    ['Total cholesterol reagent', 'bottle', 'Agappe', 'BENGAL', 1_890, 5, 365, 10, 'cold', 60],
    ['HDL direct reagent', 'bottle', 'Agappe', 'BENGAL', 4_250, 3, 300, 10, 'cold', 30],
    ['Triglycerides reagent', 'bottle', 'Agappe', 'BENGAL', 2_140, 4, 365, 10, 'cold', 60],
    ['Bilirubin total and direct reagent', 'bottle', 'Agappe', 'MEDLINE', 1_360, 4, 365, 7, 'cold', 45],
    ['ALT (SGPT) reagent', 'bottle', 'Erba Mannheim', 'MEDLINE', 1_720, 5, 330, 7, 'cold', 30],
    ['AST (SGOT) reagent', 'bottle', 'Erba Mannheim', 'MEDLINE', 1_720, 5, 330, 7, 'cold', 30],
    ['Haematology diluent 20 L', 'box', 'Sysmex', 'EASTERN', 3_900, 3, 540, 14, 'dry', 60],
    ['Haematology lyse 500 ml', 'bottle', 'Sysmex', 'EASTERN', 5_600, 2, 420, 14, 'dry', 60],
    ['PT reagent (thromboplastin)', 'vial', 'Tulip Diagnostics', 'BENGAL', 980, 6, 240, 10, 'fridge', 7],
    ['Blood grouping antisera A, B, D', 'kit', 'Tulip Diagnostics', 'BENGAL', 640, 4, 300, 7, 'fridge'],
  ]),
  ...products('kit', [
    ['TSH ELISA kit, 96 tests', 'kit', 'Calbiotech', 'EASTERN', 7_800, 2, 270, 21, 'fridge'],
    ['HbA1c kit, 100 tests', 'kit', 'Bio-Rad', 'EASTERN', 18_500, 2, 240, 21, 'fridge'],
    ['Dengue NS1 rapid test', 'test', 'J. Mitra', 'MEDLINE', 165, 40, 540, 5, 'dry'],
    ['HBsAg rapid test', 'test', 'J. Mitra', 'MEDLINE', 48, 60, 540, 5, 'dry'],
    ['HIV tri-line rapid test', 'test', 'J. Mitra', 'MEDLINE', 72, 35, 540, 5, 'dry'],
    ['Urine strip, 10 parameters', 'test', 'Siemens', 'BENGAL', 14, 220, 540, 7, 'dry', 90],
    ['Vitamin D immunoassay, 100 tests', 'kit', 'Roche', 'EASTERN', 42_000, 1, 210, 28, 'fridge', 28],
  ]),
  ...products('control', [
    ['Chemistry control, level 1', 'vial', 'Bio-Rad', 'EASTERN', 1_150, 5, 420, 21, 'frozen', 7],
    ['Chemistry control, level 2', 'vial', 'Bio-Rad', 'EASTERN', 1_150, 5, 420, 21, 'frozen', 7],
    ['Haematology control, normal', 'vial', 'Sysmex', 'EASTERN', 3_450, 2, 90, 21, 'fridge', 7],
  ]),
  ...products('calibrator', [
    ['Chemistry multi-calibrator', 'vial', 'Roche', 'EASTERN', 2_650, 1, 365, 21, 'frozen', 2],
  ]),
  ...products('consumable', [
    ['EDTA tube, 2 ml', 'pack', 'BD', 'APEX', 780, 12, 540, 7, 'bench'],
    ['Serum separator tube, 5 ml', 'pack', 'BD', 'APEX', 1_240, 10, 540, 7, 'bench'],
    ['Fluoride tube, 2 ml', 'pack', 'BD', 'APEX', 820, 6, 540, 7, 'bench'],
    ['Vacutainer needle, 22 G', 'box', 'BD', 'APEX', 1_150, 6, 1_200, 7, 'bench'],
    ['Alcohol swab', 'box', 'Romsons', 'APEX', 90, 14, 900, 4, 'bench'],
    ['Urine container, 50 ml', 'pack', 'Tarsons', 'APEX', 420, 8, null, 5, 'bench'],
    ['Pipette tips, 200 µl', 'pack', 'Tarsons', 'BENGAL', 310, 9, null, 7, 'dry'],
  ]),
  ...products('glassware', [
    ['Glass slides, frosted', 'box', 'Blue Star', 'BENGAL', 145, 7, null, 7, 'dry'],
    ['Cover slips, 22 mm', 'box', 'Blue Star', 'BENGAL', 60, 6, null, 7, 'dry'],
  ]),
  ...products('ppe', [
    ['Nitrile gloves, medium', 'box', 'Kanam Latex', 'APEX', 420, 18, 1_500, 4, 'bench'],
    ['Surgical mask, 3-ply', 'box', 'Magnum', 'APEX', 150, 10, 1_500, 4, 'bench'],
  ]),
  ...products('consumable', [['Biohazard bag, yellow', 'pack', null, 'APEX', 260, 6, null, 4, 'bench']]),
  ...products('spare_part', [
    ['Analyser lamp, 12 V 20 W', 'piece', 'Erba Mannheim', 'EASTERN', 6_400, 0.1, null, 30, 'dry'],
  ]),
  ...products('equipment', [['Centrifuge', 'piece', 'Remi', 'EASTERN', 38_500, 0, null, 45, 'dry']]),
  ...products('stationery', [
    ['Barcode label roll', 'roll', null, 'CITY', 210, 5, null, 3, 'office'],
    ['Report paper, A4', 'pack', null, 'CITY', 260, 4, null, 3, 'office'],
  ]),
];

/** By laboratory: how many of the products it stocks, and its use as a share of a main laboratory's. 120 items in all. */
export const demoStocks: Record<string, { products: number; share: number }> = {
  KOL: { products: 40, share: 1 },
  DXB: { products: 32, share: 0.8 },
  SLK: { products: 22, share: 0.4 },
  PAT: { products: 16, share: 0.35 },
  HWH: { products: 10, share: 0.25 },
};

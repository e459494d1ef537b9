import type { InventoryCategory, InventoryUnit } from '@shifa/contract';

/** A product of the demo network; laboratories stock some of them. */
export type DemoProduct = {
  name: string;
  category: InventoryCategory;
  unit: InventoryUnit;
  manufacturer: string | null;
  supplier: string | null;
  /** In rupees. */
  unitCost: number;
  /** The average use of a main laboratory in a week. */
  weeklyUse: number;
  /** The life of a new batch in days; null if it does not expire. */
  shelfDays: number | null;
  leadTimeDays: number;
  storage: [condition: string | null, location: string | null];
  stabilityDays?: number;
};

type Row = [
  name: string,
  category: InventoryCategory,
  unit: InventoryUnit,
  manufacturer: string | null,
  supplier: string | null,
  unitCost: number,
  weeklyUse: number,
  shelfDays: number | null,
  leadTimeDays: number,
  storage: keyof typeof places,
  stabilityDays?: number,
];

const places = {
  cold: ['2–8 °C', 'Cold room, rack A'],
  fridge: ['2–8 °C', 'Refrigerator 2'],
  frozen: ['−20 °C', 'Freezer 1'],
  dry: ['15–25 °C', 'Store room, shelf 3'],
  bench: ['15–25 °C', 'Sample collection'],
  office: [null, 'Office cupboard'],
} as const satisfies Record<string, [string | null, string]>;

const rows: Row[] = [
  ['Glucose reagent GOD-POD', 'reagent', 'bottle', 'Erba Mannheim', 'Medline Traders', 1_450, 9, 365, 7, 'cold', 60],
  ['Urea reagent', 'reagent', 'bottle', 'Erba Mannheim', 'Medline Traders', 1_280, 6, 365, 7, 'cold', 60],
  ['Creatinine reagent', 'reagent', 'bottle', 'Erba Mannheim', 'Medline Traders', 1_620, 7, 330, 7, 'cold', 45],
  [
    'Total cholesterol reagent',
    'reagent',
    'bottle',
    'Agappe',
    'Bengal Diagnostics Supply',
    1_890,
    5,
    365,
    10,
    'cold',
    60,
  ],
  ['HDL direct reagent', 'reagent', 'bottle', 'Agappe', 'Bengal Diagnostics Supply', 4_250, 3, 300, 10, 'cold', 30],
  ['Triglycerides reagent', 'reagent', 'bottle', 'Agappe', 'Bengal Diagnostics Supply', 2_140, 4, 365, 10, 'cold', 60],
  [
    'Bilirubin total and direct reagent',
    'reagent',
    'bottle',
    'Agappe',
    'Medline Traders',
    1_360,
    4,
    365,
    7,
    'cold',
    45,
  ],
  ['ALT (SGPT) reagent', 'reagent', 'bottle', 'Erba Mannheim', 'Medline Traders', 1_720, 5, 330, 7, 'cold', 30],
  ['AST (SGOT) reagent', 'reagent', 'bottle', 'Erba Mannheim', 'Medline Traders', 1_720, 5, 330, 7, 'cold', 30],
  ['Haematology diluent 20 L', 'reagent', 'box', 'Sysmex', 'Eastern Lab Systems', 3_900, 3, 540, 14, 'dry', 60],
  ['Haematology lyse 500 ml', 'reagent', 'bottle', 'Sysmex', 'Eastern Lab Systems', 5_600, 2, 420, 14, 'dry', 60],
  [
    'PT reagent (thromboplastin)',
    'reagent',
    'vial',
    'Tulip Diagnostics',
    'Bengal Diagnostics Supply',
    980,
    6,
    240,
    10,
    'fridge',
    7,
  ],
  [
    'Blood grouping antisera A, B, D',
    'reagent',
    'kit',
    'Tulip Diagnostics',
    'Bengal Diagnostics Supply',
    640,
    4,
    300,
    7,
    'fridge',
  ],
  ['TSH ELISA kit, 96 tests', 'kit', 'kit', 'Calbiotech', 'Eastern Lab Systems', 7_800, 2, 270, 21, 'fridge'],
  ['HbA1c kit, 100 tests', 'kit', 'kit', 'Bio-Rad', 'Eastern Lab Systems', 18_500, 2, 240, 21, 'fridge'],
  ['Dengue NS1 rapid test', 'kit', 'test', 'J. Mitra', 'Medline Traders', 165, 40, 540, 5, 'dry'],
  ['HBsAg rapid test', 'kit', 'test', 'J. Mitra', 'Medline Traders', 48, 60, 540, 5, 'dry'],
  ['HIV tri-line rapid test', 'kit', 'test', 'J. Mitra', 'Medline Traders', 72, 35, 540, 5, 'dry'],
  ['Urine strip, 10 parameters', 'kit', 'test', 'Siemens', 'Bengal Diagnostics Supply', 14, 220, 540, 7, 'dry', 90],
  ['Vitamin D immunoassay, 100 tests', 'kit', 'kit', 'Roche', 'Eastern Lab Systems', 42_000, 1, 210, 28, 'fridge', 28],
  ['Chemistry control, level 1', 'control', 'vial', 'Bio-Rad', 'Eastern Lab Systems', 1_150, 5, 420, 21, 'frozen', 7],
  ['Chemistry control, level 2', 'control', 'vial', 'Bio-Rad', 'Eastern Lab Systems', 1_150, 5, 420, 21, 'frozen', 7],
  ['Haematology control, normal', 'control', 'vial', 'Sysmex', 'Eastern Lab Systems', 3_450, 2, 90, 21, 'fridge', 7],
  ['Chemistry multi-calibrator', 'calibrator', 'vial', 'Roche', 'Eastern Lab Systems', 2_650, 1, 365, 21, 'frozen', 2],
  ['EDTA tube, 2 ml', 'consumable', 'pack', 'BD', 'Apex Surgicals', 780, 12, 540, 7, 'bench'],
  ['Serum separator tube, 5 ml', 'consumable', 'pack', 'BD', 'Apex Surgicals', 1_240, 10, 540, 7, 'bench'],
  ['Fluoride tube, 2 ml', 'consumable', 'pack', 'BD', 'Apex Surgicals', 820, 6, 540, 7, 'bench'],
  ['Vacutainer needle, 22 G', 'consumable', 'box', 'BD', 'Apex Surgicals', 1_150, 6, 1_200, 7, 'bench'],
  ['Alcohol swab', 'consumable', 'box', 'Romsons', 'Apex Surgicals', 90, 14, 900, 4, 'bench'],
  ['Urine container, 50 ml', 'consumable', 'pack', 'Tarsons', 'Apex Surgicals', 420, 8, null, 5, 'bench'],
  ['Pipette tips, 200 µl', 'consumable', 'pack', 'Tarsons', 'Bengal Diagnostics Supply', 310, 9, null, 7, 'dry'],
  ['Glass slides, frosted', 'glassware', 'box', 'Blue Star', 'Bengal Diagnostics Supply', 145, 7, null, 7, 'dry'],
  ['Cover slips, 22 mm', 'glassware', 'box', 'Blue Star', 'Bengal Diagnostics Supply', 60, 6, null, 7, 'dry'],
  ['Nitrile gloves, medium', 'ppe', 'box', 'Kanam Latex', 'Apex Surgicals', 420, 18, 1_500, 4, 'bench'],
  ['Surgical mask, 3-ply', 'ppe', 'box', 'Magnum', 'Apex Surgicals', 150, 10, 1_500, 4, 'bench'],
  ['Biohazard bag, yellow', 'consumable', 'pack', null, 'Apex Surgicals', 260, 6, null, 4, 'bench'],
  [
    'Analyser lamp, 12 V 20 W',
    'spare_part',
    'piece',
    'Erba Mannheim',
    'Eastern Lab Systems',
    6_400,
    0.1,
    null,
    30,
    'dry',
  ],
  ['Centrifuge', 'equipment', 'piece', 'Remi', 'Eastern Lab Systems', 38_500, 0, null, 45, 'dry'],
  ['Barcode label roll', 'stationery', 'roll', null, 'City Stationers', 210, 5, null, 3, 'office'],
  ['Report paper, A4', 'stationery', 'pack', null, 'City Stationers', 260, 4, null, 3, 'office'],
];

/** In the order in which laboratories stock them. */
export const demoProducts: DemoProduct[] = rows.map(
  ([
    name,
    category,
    unit,
    manufacturer,
    supplier,
    unitCost,
    weeklyUse,
    shelfDays,
    leadTimeDays,
    place,
    stabilityDays,
  ]) => ({
    name,
    category,
    unit,
    manufacturer,
    supplier,
    unitCost,
    weeklyUse,
    shelfDays,
    leadTimeDays,
    storage: places[place],
    ...(stabilityDays !== undefined && { stabilityDays }),
  }),
);

/** By laboratory: how many of the products it stocks, and its use as a share of a main laboratory's. 120 items in all. */
export const demoStocks: Record<string, { products: number; share: number }> = {
  KOL: { products: 40, share: 1 },
  DXB: { products: 32, share: 0.8 },
  SLK: { products: 22, share: 0.4 },
  PAT: { products: 16, share: 0.35 },
  HWH: { products: 10, share: 0.25 },
};

import type { INestApplicationContext } from '@nestjs/common';
import { gstinCheckCharacter } from '@shifa/contract';
import { derivedFields } from '../../src/modules/purchasing/suppliers/supplier';
import type { SupplierRow } from '../../src/modules/purchasing/suppliers/supplier.document';
import { SupplierRepository } from '../../src/modules/purchasing/suppliers/supplier.repository';
import { firstVersion } from '../../src/platform/mongo/first-version';
import { addDays, businessDay, NETWORK_TIMEZONE } from '../../src/platform/time/business-day';
import { DemoHistory, insertDemo } from '../demo-history';
import { demoLaboratories } from '../demo-laboratories';
import { demoId } from '../demo-values';

type DemoSupplier = Pick<SupplierRow, 'name' | 'address'> & {
  terms: Pick<SupplierRow, 'stateCode' | 'pan' | 'leadTimeDays' | 'paymentDays'>;
  contact: SupplierRow['contacts'][number];
  /** In how many days it is reviewed; null if no review is planned. */
  reviewIn: number | null;
  /** Approved if absent. */
  refused?: Pick<SupplierRow, 'status' | 'statusReason'>;
  /** How many of the laboratories use it, the first ones; all of them if absent. */
  laboratories?: number;
  /** Whether its name on items was linked to it. */
  linked?: true;
};

export type SupplierCode = 'MEDLINE' | 'BENGAL' | 'EASTERN' | 'APEX' | 'CITY' | 'GODAVARI';

const suppliers: Record<SupplierCode, DemoSupplier> = {
  MEDLINE: {
    name: 'Medline Traders',
    address: '14 Ganesh Chandra Avenue, Kolkata 700013',
    terms: { stateCode: '19', pan: 'AABCM4821K', leadTimeDays: 7, paymentDays: 30 },
    contact: { name: 'Subir Pal', role: 'Sales', phone: '+91 33 4021 7710', email: 'orders@medline.example' },
    reviewIn: 140,
    linked: true,
  },
  BENGAL: {
    name: 'Bengal Diagnostics Supply',
    address: '7 Park Lane, Kolkata 700016',
    terms: { stateCode: '19', pan: 'AAFCB7305R', leadTimeDays: 10, paymentDays: 45 },
    contact: {
      name: 'Mita Dutta',
      role: 'Key accounts',
      phone: '+91 33 4021 7725',
      email: 'mita@bengaldiagnostics.example',
    },
    reviewIn: 18,
  },
  EASTERN: {
    name: 'Eastern Lab Systems',
    address: '22 Janpath, Bhubaneswar 751001',
    terms: { stateCode: '21', pan: 'AADCE1168P', leadTimeDays: 14, paymentDays: 30 },
    contact: { name: 'Prakash Sahu', role: 'Service', phone: '+91 674 402 1180', email: 'service@easternlab.example' },
    reviewIn: 95,
    linked: true,
  },
  APEX: {
    name: 'Apex Surgicals',
    address: '3 Lamington Road, Mumbai 400007',
    terms: { stateCode: '27', pan: 'AAKFA9042D', leadTimeDays: 5, paymentDays: 30 },
    contact: { name: 'Rohan Shah', role: 'Owner', phone: '+91 22 4021 7733', email: 'rohan@apexsurgicals.example' },
    reviewIn: -3,
    refused: { status: 'on_hold', statusReason: 'Two deliveries of gloves came in opened boxes' },
    laboratories: 2,
  },
  CITY: {
    name: 'City Stationers',
    address: '91 College Street, Kolkata 700073',
    terms: { stateCode: '19', pan: null, leadTimeDays: 2, paymentDays: 7 },
    contact: { name: 'Arun Kundu', role: 'Owner', phone: '+91 33 4021 7740', email: 'shop@citystationers.example' },
    reviewIn: null,
    laboratories: 1,
  },
  GODAVARI: {
    name: 'Godavari Reagents',
    address: '8 Abids Road, Hyderabad 500001',
    terms: { stateCode: '36', pan: 'AACCG5527H', leadTimeDays: 12, paymentDays: 60 },
    contact: { name: 'Sridhar Rao', role: 'Sales', phone: '+91 40 4021 7751', email: 'sales@godavarireagents.example' },
    reviewIn: 200,
    refused: { status: 'blocked', statusReason: 'Sold reagents without a cold chain record' },
  },
};

const idOf = ({ name }: DemoSupplier) => demoId(`supplier ${name}`);

export const supplierId = (code: SupplierCode) => idOf(suppliers[code]).toHexString();

/** What items say of their supplier. */
export function supplierOn(code: SupplierCode) {
  const supplier = suppliers[code];
  return { supplier: supplier.name, supplierId: supplier.linked ? idOf(supplier) : null };
}

const DAYS_KNOWN = 200;
const shown = ({ name, code, status, statusReason, usedByAll }: SupplierRow) => {
  return { name, code, status, statusReason, usedByAll };
};

/** The suppliers of the network. They are there before the items that name them. */
export async function seedSuppliers(app: INestApplicationContext): Promise<void> {
  const laboratories = await demoLaboratories(app);
  const [first] = laboratories;
  if (!first) return;
  const { admin, now } = first;
  const today = businessDay(now, NETWORK_TIMEZONE);
  const known = firstVersion(admin, new Date(now.getTime() - DAYS_KNOWN * 86_400_000));
  const histories = Object.entries(suppliers).map(([code, supplier]) => {
    const { name, address, terms, contact, reviewIn, refused, laboratories: count } = supplier;
    const stem = terms.pan === null ? null : `${terms.stateCode}${terms.pan}1Z`;
    const using = laboratories.slice(0, count ?? 0);
    const fields = {
      name,
      code,
      address,
      ...terms,
      ...(refused ?? { status: 'approved' as const, statusReason: null }),
      gstin: stem === null ? null : stem + gstinCheckCharacter(stem),
      contacts: [contact],
      nextReviewOn: reviewIn === null ? null : addDays(today, reviewIn),
      notes: null,
      usedByAll: count === undefined,
      uses: using.map(({ laboratory }) => ({ laboratoryId: laboratory._id, leadTimeDays: null })),
    };
    return new DemoHistory<SupplierRow>(
      admin,
      { _id: idOf(supplier), ...fields, ...derivedFields(fields), ...known },
      { shown },
    );
  });
  await insertDemo(app, histories, {
    entity: 'supplier',
    repository: app.get(SupplierRepository),
    laboratoryOf: ({ uses }) => (uses.length === 1 ? (uses[0]?.laboratoryId ?? null) : null),
  });
}

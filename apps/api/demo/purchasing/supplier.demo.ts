import type { INestApplicationContext } from '@nestjs/common';
import { gstinCheckCharacter } from '@shifa/contract';
import { derivedFields } from '../../src/modules/purchasing/suppliers/supplier';
import type { SupplierRow } from '../../src/modules/purchasing/suppliers/supplier.document';
import { SupplierRepository } from '../../src/modules/purchasing/suppliers/supplier.repository';
import { AuditLog } from '../../src/platform/audit/audit-log';
import { UnitOfWork } from '../../src/platform/mongo/unit-of-work';
import { addDays, businessDay, NETWORK_TIMEZONE } from '../../src/platform/time/business-day';
import { Clock } from '../../src/platform/time/clock';
import { demoLaboratories } from '../demo-laboratories';
import { demoId } from '../demo-values';

type DemoSupplier = Pick<SupplierRow, 'name' | 'code' | 'status' | 'statusReason' | 'leadTimeDays' | 'paymentDays'> & {
  state: string;
  pan: string | null;
  contact: [name: string, role: string, phone: string, mailbox: string];
  address: string;
  /** In how many days it is reviewed; null if no review is planned. */
  reviewIn: number | null;
  /** How many of the laboratories use it, the first ones; all of them if absent. */
  laboratories?: number;
};

const approved = { status: 'approved', statusReason: null } as const;

const suppliers: DemoSupplier[] = [
  {
    name: 'Medline Traders',
    code: 'MEDLINE',
    ...approved,
    state: '19',
    pan: 'AABCM4821K',
    leadTimeDays: 7,
    paymentDays: 30,
    reviewIn: 140,
    address: '14 Ganesh Chandra Avenue, Kolkata 700013',
    contact: ['Subir Pal', 'Sales', '+91 33 4021 7710', 'orders@medline.example'],
  },
  {
    name: 'Bengal Diagnostics Supply',
    code: 'BENGAL',
    ...approved,
    state: '19',
    pan: 'AAFCB7305R',
    leadTimeDays: 10,
    paymentDays: 45,
    reviewIn: 18,
    address: '7 Park Lane, Kolkata 700016',
    contact: ['Mita Dutta', 'Key accounts', '+91 33 4021 7725', 'mita@bengaldiagnostics.example'],
  },
  {
    name: 'Eastern Lab Systems',
    code: 'EASTERN',
    ...approved,
    state: '21',
    pan: 'AADCE1168P',
    leadTimeDays: 14,
    paymentDays: 30,
    reviewIn: 95,
    address: '22 Janpath, Bhubaneswar 751001',
    contact: ['Prakash Sahu', 'Service', '+91 674 402 1180', 'service@easternlab.example'],
  },
  {
    name: 'Apex Surgicals',
    code: 'APEX',
    state: '27',
    pan: 'AAKFA9042D',
    status: 'on_hold' as const,
    statusReason: 'Two deliveries of gloves came in opened boxes',
    leadTimeDays: 5,
    paymentDays: 30,
    reviewIn: -3,
    address: '3 Lamington Road, Mumbai 400007',
    contact: ['Rohan Shah', 'Owner', '+91 22 4021 7733', 'rohan@apexsurgicals.example'],
    laboratories: 2,
  },
  {
    name: 'City Stationers',
    code: 'CITY',
    ...approved,
    state: '19',
    pan: null,
    leadTimeDays: 2,
    paymentDays: 7,
    reviewIn: null,
    address: '91 College Street, Kolkata 700073',
    contact: ['Arun Kundu', 'Owner', '+91 33 4021 7740', 'shop@citystationers.example'],
    laboratories: 1,
  },
  {
    name: 'Godavari Reagents',
    code: 'GODAVARI',
    state: '36',
    pan: 'AACCG5527H',
    status: 'blocked' as const,
    statusReason: 'Sold reagents without a cold chain record',
    leadTimeDays: 12,
    paymentDays: 60,
    reviewIn: 200,
    address: '8 Abids Road, Hyderabad 500001',
    contact: ['Sridhar Rao', 'Sales', '+91 40 4021 7751', 'sales@godavarireagents.example'],
  },
];

/** The suppliers of the demo network whose names on items were linked to them. */
export const linkedSuppliers: readonly string[] = ['Medline Traders', 'Eastern Lab Systems'];

export const supplierId = (name: string) => demoId(`supplier ${name}`);

/** The suppliers of the network. They are there before the items that name them. */
export async function seedSuppliers(app: INestApplicationContext): Promise<void> {
  const laboratories = await demoLaboratories(app);
  const now = app.get(Clock).now();
  const today = businessDay(now, NETWORK_TIMEZONE);
  const [first] = laboratories;
  if (!first) return;
  const by = { userId: first.admin._id.toHexString(), name: first.admin.name };
  const rows = suppliers.map((supplier): SupplierRow => {
    const { state, pan, contact, reviewIn, laboratories: count, ...fields } = supplier;
    const stem = pan === null ? null : `${state}${pan}1Z`;
    const [name, role, phone, email] = contact;
    const shown = {
      ...fields,
      pan,
      stateCode: state,
      gstin: stem === null ? null : stem + gstinCheckCharacter(stem),
      contacts: [{ name, role, phone, email }],
      nextReviewOn: reviewIn === null ? null : addDays(today, reviewIn),
      notes: null,
      usedByAll: count === undefined,
      uses: laboratories
        .slice(0, count ?? 0)
        .map(({ laboratory }) => ({ laboratoryId: laboratory._id, leadTimeDays: null })),
    };
    const at = new Date(now.getTime() - 200 * 86_400_000);
    return {
      _id: supplierId(fields.name),
      ...shown,
      ...derivedFields(shown),
      updatedBy: by.name,
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
  });
  await app.get(UnitOfWork).run(async () => {
    await app.get(SupplierRepository).insertMany(rows);
    await app.get(AuditLog).record(
      ...rows.map(({ _id, name, code, status, statusReason, usedByAll, uses, createdAt }) => ({
        actor: by,
        action: 'supplier.created',
        entity: 'supplier',
        entityId: _id,
        at: createdAt,
        laboratoryId: !usedByAll && uses.length === 1 ? (uses[0]?.laboratoryId ?? null) : null,
        before: null,
        after: { name, code, status, statusReason, usedByAll },
      })),
    );
  });
}

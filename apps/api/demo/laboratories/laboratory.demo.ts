import { CreateLaboratoryBody } from '@shifa/contract';
import type { INestApplicationContext } from '@nestjs/common';
import type { LaboratoryRow } from '../../src/modules/laboratories/laboratory.document';
import { derivedFields } from '../../src/modules/laboratories/laboratory.mapper';
import { LaboratoryRepository } from '../../src/modules/laboratories/laboratory.repository';
import { firstVersion } from '../../src/platform/mongo/first-version';
import { Clock } from '../../src/platform/time/clock';
import { DemoHistory, insertDemo } from '../demo-history';
import { demoId } from '../demo-values';

const OPENED_DAYS_AGO = 420;

const nationalHolidays = (year: number) => [
  { date: `${year}-01-26`, name: 'Republic Day' },
  { date: `${year}-08-15`, name: 'Independence Day' },
  { date: `${year}-10-02`, name: 'Gandhi Jayanti' },
];

const bodies = (year: number) => [
  {
    name: 'Shifa Diagnostics Kolkata',
    code: 'KOL',
    type: 'main',
    location: {
      address: '14 Park Street',
      city: 'Kolkata',
      state: 'West Bengal',
      pincode: '700016',
      coordinates: { latitude: 22.5535, longitude: 88.3524 },
    },
    contact: { phone: '+91 33 4021 7700', email: 'kolkata@shifa.example' },
    workingHours: { start: '07:00', end: '21:00' },
    holidays: nationalHolidays(year),
    licence: { body: 'West Bengal Clinical Establishment', number: 'WBCE-2019-04417', validUntil: `${year + 2}-03-31` },
    accreditation: { body: 'NABL', number: 'MC-3382', validUntil: `${year + 1}-06-30` },
    policies: { attendance: { fenceRadiusMetres: 150 } },
  },
  {
    name: 'Shifa Diagnostics Dubai',
    code: 'DXB',
    type: 'main',
    timezone: 'Asia/Dubai',
    weeklyOff: [5],
    location: {
      address: 'Al Maktoum Road, Deira',
      city: 'Dubai',
      state: 'Dubai',
      coordinates: { latitude: 25.2654, longitude: 55.3211 },
    },
    contact: { phone: '+971 4 271 8800', email: 'dubai@shifa.example' },
    workingHours: { start: '08:00', end: '22:00' },
    holidays: [
      { date: `${year}-12-02`, name: 'National Day' },
      { date: `${year}-12-03`, name: 'National Day, second day' },
    ],
    licence: { body: 'Dubai Health Authority', number: 'DHA-F-0049213', validUntil: `${year + 1}-12-31` },
  },
  {
    name: 'Shifa Salt Lake',
    code: 'SLK',
    type: 'branch',
    location: { address: 'CK-221, Sector II', city: 'Kolkata', state: 'West Bengal', pincode: '700091' },
    contact: { phone: '+91 33 4021 7741', email: 'saltlake@shifa.example' },
    holidays: nationalHolidays(year),
  },
  {
    name: 'Shifa Patna',
    code: 'PAT',
    type: 'branch',
    location: { address: 'Fraser Road', city: 'Patna', state: 'Bihar', pincode: '800001' },
    contact: { phone: '+91 612 222 4410', email: null },
    holidays: nationalHolidays(year),
  },
  {
    name: 'Shifa Howrah Collection Centre',
    code: 'HWH',
    type: 'collection_centre',
    location: { address: '', city: 'Howrah', state: 'West Bengal', pincode: '711101' },
    contact: { phone: '+91 98300 11272', email: null },
    workingHours: { start: '06:30', end: '12:30' },
  },
];

/** The demo network's five laboratories in two time zones. */
export async function seedLaboratories(app: INestApplicationContext): Promise<void> {
  const now = app.get(Clock).now();
  const opened = firstVersion(null, new Date(now.getTime() - OPENED_DAYS_AGO * 86_400_000));
  const histories = bodies(now.getUTCFullYear()).map((input) => {
    const body = CreateLaboratoryBody.parse(input);
    const row = { _id: demoId(`laboratory ${body.code}`), ...body, status: 'active' as const, ...derivedFields(body) };
    return new DemoHistory<LaboratoryRow>(null, { ...row, ...opened });
  });
  const repository = app.get(LaboratoryRepository);
  await insertDemo(app, histories, { entity: 'laboratory', repository, laboratoryOf: ({ _id }) => _id });
}

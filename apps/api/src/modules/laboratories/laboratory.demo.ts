import { CreateLaboratoryBody } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log';
import { DemoNetwork, demoId } from '../../platform/seed/demo-network';
import { Clock } from '../../platform/time/clock';
import type { LaboratoryRow } from './laboratory.document';
import { derivedFields } from './laboratory.mapper';
import { LaboratoryRepository } from './laboratory.repository';

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
@Injectable()
export class LaboratoryDemo implements OnModuleInit {
  constructor(
    private readonly demo: DemoNetwork,
    private readonly laboratories: LaboratoryRepository,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.demo.register({ stage: 1, seed: () => this.seed() });
  }

  private async seed(): Promise<void> {
    const today = this.clock.now();
    const openedAt = new Date(today.getTime() - OPENED_DAYS_AGO * 86_400_000);
    for (const input of bodies(today.getUTCFullYear())) {
      const body = CreateLaboratoryBody.parse(input);
      const row: LaboratoryRow = {
        _id: demoId(`laboratory ${body.code}`),
        ...body,
        status: 'active',
        ...derivedFields(body),
        updatedBy: null,
        version: 1,
        createdAt: openedAt,
        updatedAt: openedAt,
      };
      await this.laboratories.insert(row);
      await this.audit.record({
        actor: null,
        action: 'laboratory.created',
        entity: 'laboratory',
        entityId: row._id,
        laboratoryId: row._id,
        before: null,
        after: row,
        at: openedAt,
      });
    }
  }
}

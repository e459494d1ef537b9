import { employmentTypes, type Shift } from '@shifa/contract';
import type { INestApplicationContext } from '@nestjs/common';
import { businessDay, NETWORK_TIMEZONE } from '../../src/platform/time/business-day';
import { Clock } from '../../src/platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../../src/modules/laboratories/laboratories.port';
import { employeeCode } from '../../src/modules/staff/staff-assignment';
import { newUser } from '../../src/modules/staff/staff.mapper';
import type { UserRow } from '../../src/modules/staff/user.document';
import { UserRepository } from '../../src/modules/staff/user.repository';
import { DemoHistory, insertDemo } from '../demo-history';
import { demoChance, demoId } from '../demo-values';
import { type DemoPerson, demoPeople } from './demo-people';

/** argon2id of the demo password in operating.md; hashing it sixty times would take longer than everything else. */
const DEMO_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$vgEk3HxfM//2v6j4xFDWEA$AlDZwxFoKDfBFeDNEtDZbyVa2wC6j/MN7aXdPUikCHI';

const relations = ['Spouse', 'Father', 'Mother', 'Brother', 'Sister'] as const;
const policyMinutes = { graceLateMinutes: null, halfDayBelowMinutes: null, overtimeAfterMinutes: null };

/** Departments with their own hours: cultures are read at night, samples are collected before breakfast. */
const shiftByDepartment: Partial<Record<string, Omit<Shift, 'weekdays'>>> = {
  Microbiology: { start: '22:00', end: '06:00', breakMinutes: 45, ...policyMinutes },
  'Home collection': { start: '06:30', end: '14:30', breakMinutes: 30, ...policyMinutes },
};

const earlyShift = { start: '07:00', end: '15:30', breakMinutes: 30, ...policyMinutes };
const lateShift = { start: '12:30', end: '21:00', breakMinutes: 30, ...policyMinutes };
const officeShift = { start: '09:30', end: '18:00', breakMinutes: 45, ...policyMinutes };

/** Those in the office keep its hours; the laboratory is open longer than anyone works. */
function shiftFor({ email, role, post: [department] }: DemoPerson): Omit<Shift, 'weekdays'> {
  if (role !== 'staff' || department === 'Accounts') return officeShift;
  return shiftByDepartment[department] ?? (demoChance(`shift ${email}`)() < 0.6 ? earlyShift : lateShift);
}

/** The demo network's people, about sixty, all with the demo password. */
export async function seedStaff(app: INestApplicationContext): Promise<void> {
  const people = demoPeople();
  const codes = [...new Set(people.flatMap(({ laboratory }) => laboratory ?? []))];
  const laboratories = await app.get(LaboratoriesPort).findByCodes(codes);
  const [now, chance] = [app.get(Clock).now(), demoChance('joining')];
  const numbers = new Map<string, number>();
  const histories = people.map((someone) => {
    const prefix = someone.laboratory ?? 'HQ';
    const number = (numbers.get(prefix) ?? 0) + 1;
    numbers.set(prefix, number);
    const laboratory = laboratories.find(({ code }) => code === prefix) ?? null;
    return new DemoHistory(
      null,
      rowOf(someone, { employeeCode: employeeCode(prefix, number), now, laboratory, chance }),
    );
  });
  const repository = app.get(UserRepository);
  await insertDemo(app, histories, { entity: 'user', repository, laboratoryOf: ({ laboratoryId }) => laboratoryId });
}

const DAYS_SINCE_EXIT = 12;

type DemoContext = { employeeCode: string; now: Date; laboratory: LaboratoryRow | null; chance: () => number };

function rowOf(someone: DemoPerson, { employeeCode, now, laboratory, chance }: DemoContext): UserRow {
  const { name, email, role, post, traits = {} } = someone;
  const [department, designation] = post;
  const exited = traits.status === 'exited';
  const lastDay = exited ? daysBefore(now, DAYS_SINCE_EXIT) : now;
  const phone = phoneBy(chance);
  const joinedAt = daysBefore(now, Math.floor((exited ? 60 : 4) + chance() * 400));
  // About three in four are permanent.
  const kind = role === 'staff' ? employmentTypes[Math.floor(chance() * employmentTypes.length * 3)] : undefined;
  const relation = relations[Math.floor(chance() * relations.length)] ?? 'Spouse';
  const title = relation === 'Father' || relation === 'Brother' ? 'Mr' : 'Ms';
  const emergencyContact = { name: `${title} ${name.split(' ').at(-1) ?? name}`, phone: phoneBy(chance), relation };
  const details = { phone, department, designation, employmentType: kind ?? 'permanent', emergencyContact };
  const weekdays = [0, 1, 2, 3, 4, 5, 6].filter((day) => !laboratory?.weeklyOff.includes(day));
  const body = { name, email, role, ...details, shift: laboratory && { ...shiftFor(someone), weekdays } };
  return {
    ...newUser(body, { actor: null, laboratory, employeeCode, passwordHash: DEMO_PASSWORD_HASH, now: joinedAt }),
    _id: demoId(`user ${email}`),
    exitDate: exited ? businessDay(lastDay, laboratory?.timezone ?? NETWORK_TIMEZONE) : null,
    mustChangePassword: false,
    temporaryPasswordExpiresAt: null,
    // Within the last three days at work.
    lastLogin: traits.mustChangePassword ? null : daysBefore(lastDay, 0.02 + demoChance(`sign-in ${email}`)() * 3),
    ...traits,
  };
}

const phoneBy = (chance: () => number) => `+91 98${Math.floor(10_000_000 + chance() * 89_999_999)}`;

const daysBefore = (moment: Date, days: number) => new Date(moment.getTime() - Math.floor(days * 86_400_000));

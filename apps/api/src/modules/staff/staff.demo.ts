import type { Role } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { demoChance, demoId, DemoNetwork } from '../../platform/seed/demo-network';
import { Clock } from '../../platform/time/clock';
import type { UserRow } from './user.document';
import { UserRepository } from './user.repository';

/** argon2id of the demo password in operating.md, hashed once: sixty hashings would take longer than all the rest. */
const DEMO_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$vgEk3HxfM//2v6j4xFDWEA$AlDZwxFoKDfBFeDNEtDZbyVa2wC6j/MN7aXdPUikCHI';

type Person = {
  name: string;
  email: string;
  role: Role;
  laboratory: string | null;
  department: string;
  designation: string;
};

const named: Person[] = [
  {
    name: 'Dr Farida Rahman',
    email: 'super@shifa.example',
    role: 'super_admin',
    laboratory: null,
    department: 'Head office',
    designation: 'Director of operations',
  },
  person('Anirban Sen', 'labadmin@shifa.example', 'lab_admin', 'KOL'),
  person('Meera Nair', 'manager@shifa.example', 'manager', 'KOL'),
  person('Rohan Das', 'staff@shifa.example', 'staff', 'KOL'),
  person('Yusuf Al Mansoori', 'labadmin.dxb@shifa.example', 'lab_admin', 'DXB'),
  person('Priya Thomas', 'staff.dxb@shifa.example', 'staff', 'DXB'),
];

const firstNames =
  'Aisha Arjun Bikash Chandni Deepak Esha Faisal Gita Harish Ishita Javed Kavya Laxmi Manish Nusrat Omkar Pooja Rafiq Sneha Tarun Uma Vikram Wasim Zoya'.split(
    ' ',
  );
const lastNames =
  'Ahmed Banerjee Bose Chatterjee Das Ghosh Gupta Hussain Iyer Jha Khan Kumar Mishra Mukherjee Prasad Roy Sarkar Singh Sinha Verma'.split(
    ' ',
  );
const posts = [
  ['Pathology', 'Laboratory technician'],
  ['Biochemistry', 'Senior technician'],
  ['Microbiology', 'Microbiologist'],
  ['Phlebotomy', 'Phlebotomist'],
  ['Front desk', 'Receptionist'],
  ['Home collection', 'Field phlebotomist'],
  ['Accounts', 'Accounts assistant'],
] as const;

const sizes: Record<string, number> = { KOL: 19, DXB: 12, SLK: 11, PAT: 8, HWH: 4 };

function person(name: string, email: string, role: Role, laboratory: string): Person {
  const post = {
    super_admin: ['Head office', 'Director'],
    lab_admin: ['Administration', 'Laboratory administrator'],
    manager: ['Operations', 'Operations manager'],
    staff: ['Pathology', 'Laboratory technician'],
  }[role];
  return { name, email, role, laboratory, department: post[0] ?? '', designation: post[1] ?? '' };
}

/** The people without a named account: an administrator and a manager where none is named, and staff. */
function others(): Person[] {
  const chance = demoChance('people');
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(chance() * items.length)] as Item;
  return Object.entries(sizes).flatMap(([laboratory, size]) =>
    Array.from({ length: size }, (_, index): Person => {
      const name = `${pick(firstNames)} ${pick(lastNames)}`;
      const email = `${name.toLowerCase().replace(' ', '.')}.${laboratory.toLowerCase()}${index + 1}@shifa.example`;
      const [department, designation] = pick(posts);
      const lacksAdmin = !named.some((someone) => someone.laboratory === laboratory && someone.role === 'lab_admin');
      const role = index === 0 && lacksAdmin ? 'lab_admin' : index === 1 ? 'manager' : 'staff';
      return role === 'staff'
        ? { name, email, role, laboratory, department, designation }
        : person(name, email, role, laboratory);
    }),
  );
}

/** The demo network's people, about sixty, all with the demo password. */
@Injectable()
export class StaffDemo implements OnModuleInit {
  constructor(
    private readonly demo: DemoNetwork,
    private readonly users: UserRepository,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.demo.register({ stage: 2, plant: () => this.plant() });
  }

  private async plant(): Promise<void> {
    const chance = demoChance('joining');
    const now = this.clock.now().getTime();
    const numbers = new Map<string, number>();
    for (const someone of [...named, ...others()]) {
      const prefix = someone.laboratory ?? 'HQ';
      const number = (numbers.get(prefix) ?? 0) + 1;
      numbers.set(prefix, number);
      const joinedAt = new Date(now - Math.floor(30 + chance() * 380) * 86_400_000);
      const row: UserRow = {
        _id: demoId(`user ${someone.email}`),
        employeeCode: `${prefix}-${String(number).padStart(4, '0')}`,
        name: someone.name,
        email: someone.email,
        phone: `+91 98${Math.floor(10_000_000 + chance() * 89_999_999)}`,
        role: someone.role,
        department: someone.department,
        designation: someone.designation,
        laboratoryId: someone.laboratory === null ? null : demoId(`laboratory ${someone.laboratory}`),
        status: 'active',
        passwordHash: DEMO_PASSWORD_HASH,
        mustChangePassword: false,
        lastLogin: null,
        permissionOverrides: {},
        version: 1,
        createdAt: joinedAt,
        updatedAt: joinedAt,
      };
      await this.users.insert(row);
    }
  }
}

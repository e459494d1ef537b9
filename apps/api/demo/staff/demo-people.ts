import type { Role } from '@shifa/contract';
import { demoChance } from '../demo-values';
import type { UserRow } from '../../src/modules/staff/user.document';

/** A person of the demo network. */
export type DemoPerson = {
  name: string;
  email: string;
  role: Role;
  laboratory: string | null;
  department: string;
  designation: string;
  /** Differences from an ordinary active person. */
  traits?: Partial<
    Pick<UserRow, 'status' | 'exitReason' | 'mustChangePassword' | 'permissionOverrides' | 'employmentType'>
  >;
};

const named: DemoPerson[] = [
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

function person(name: string, email: string, role: Role, laboratory: string): DemoPerson {
  const post = {
    super_admin: ['Head office', 'Director'],
    lab_admin: ['Administration', 'Laboratory administrator'],
    manager: ['Operations', 'Operations manager'],
    staff: ['Pathology', 'Laboratory technician'],
  }[role];
  return { name, email, role, laboratory, department: post[0] ?? '', designation: post[1] ?? '' };
}

/** By laboratory and index within it. */
const unusual: Record<string, DemoPerson['traits']> = {
  'KOL 3': { status: 'exited', exitReason: 'Moved to another city' },
  'KOL 5': { permissionOverrides: { 'inventory.view': true, 'inventory.stock': true } },
  'KOL 8': { status: 'suspended' },
  'KOL 12': { mustChangePassword: true, employmentType: 'intern' },
  'DXB 1': { permissionOverrides: { 'staff.view': true } },
  'DXB 4': { status: 'suspended' },
  'SLK 1': { permissionOverrides: { 'inventory.export': false } },
  'SLK 6': { status: 'exited', exitReason: 'End of contract', employmentType: 'contract' },
};

/** The index in each laboratory of the person who enters what its administrator approves. */
const BOOKKEEPER = 2;
const keepsBooks: DemoPerson['traits'] = {
  permissionOverrides: {
    'transactions.view': true,
    'transactions.create': true,
    'transactions.edit': true,
    'transactions.cancel': true,
  },
};

/** People without a named account: an administrator and a manager for each laboratory that lacks them, and staff. */
function others(): DemoPerson[] {
  const chance = demoChance('people');
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(chance() * items.length)] as Item;
  return Object.entries(sizes).flatMap(([laboratory, size]) =>
    Array.from({ length: size }, (_, index): DemoPerson => {
      const name = `${pick(firstNames)} ${pick(lastNames)}`;
      const email = `${name.toLowerCase().replace(' ', '.')}.${laboratory.toLowerCase()}${index + 1}@shifa.example`;
      const post = pick(posts);
      const [department, designation] = index === BOOKKEEPER ? (['Accounts', 'Accountant'] as const) : post;
      const lacksAdmin = !named.some((someone) => someone.laboratory === laboratory && someone.role === 'lab_admin');
      const role: Role = index === 0 && lacksAdmin ? 'lab_admin' : index === 1 ? 'manager' : 'staff';
      const traits = index === BOOKKEEPER ? keepsBooks : unusual[`${laboratory} ${index}`];
      const someone: DemoPerson =
        role === 'staff'
          ? { name, email, role, laboratory, department, designation }
          : person(name, email, role, laboratory);
      return traits ? { ...someone, traits } : someone;
    }),
  );
}

/** About sixty people, the named accounts first. */
export const demoPeople = (): DemoPerson[] => [...named, ...others()];

import type { Role } from '@shifa/contract';
import type { UserRow } from '../../src/modules/staff/user.document';
import { demoChance } from '../demo-values';

type Traits = Partial<
  Pick<UserRow, 'status' | 'exitReason' | 'mustChangePassword' | 'permissionOverrides' | 'employmentType'>
>;
type Post = readonly [department: string, designation: string];

/** A person of the demo network. */
export type DemoPerson = {
  name: string;
  email: string;
  role: Role;
  laboratory: string | null;
  post: Post;
  /** Differences from an ordinary active person. */
  traits?: Traits;
};

const posts: Record<Role, Post> = {
  super_admin: ['Head office', 'Director of operations'],
  lab_admin: ['Administration', 'Laboratory administrator'],
  manager: ['Operations', 'Operations manager'],
  staff: ['Pathology', 'Laboratory technician'],
};
const staffPosts: readonly Post[] = [
  posts.staff,
  ['Biochemistry', 'Senior technician'],
  ['Microbiology', 'Microbiologist'],
  ['Phlebotomy', 'Phlebotomist'],
  ['Front desk', 'Receptionist'],
  ['Home collection', 'Field phlebotomist'],
  ['Accounts', 'Accounts assistant'],
];

const named = (
  [
    ['Dr Farida Rahman', 'super@shifa.example', 'super_admin', null],
    ['Anirban Sen', 'labadmin@shifa.example', 'lab_admin', 'KOL'],
    ['Meera Nair', 'manager@shifa.example', 'manager', 'KOL'],
    ['Rohan Das', 'staff@shifa.example', 'staff', 'KOL'],
    ['Yusuf Al Mansoori', 'labadmin.dxb@shifa.example', 'lab_admin', 'DXB'],
    ['Priya Thomas', 'staff.dxb@shifa.example', 'staff', 'DXB'],
  ] as const
).map(([name, email, role, laboratory]): DemoPerson => ({ name, email, role, laboratory, post: posts[role] }));

const firstNames =
  'Aisha Arjun Bikash Chandni Deepak Esha Faisal Gita Harish Ishita Javed Kavya Laxmi Manish Nusrat Omkar Pooja Rafiq Sneha Tarun Uma Vikram Wasim Zoya';
const lastNames =
  'Ahmed Banerjee Bose Chatterjee Das Ghosh Gupta Hussain Iyer Jha Khan Kumar Mishra Mukherjee Prasad Roy Sarkar Singh Sinha Verma';

/** How many people each laboratory has besides those. */
const sizes: Record<string, number> = { KOL: 19, DXB: 12, SLK: 11, PAT: 8, HWH: 4 };

/** By laboratory and index within it. */
const unusual: Record<string, Traits> = {
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
const bookkeeper = {
  post: ['Accounts', 'Accountant'],
  traits: {
    permissionOverrides: {
      'transactions.view': true,
      'transactions.create': true,
      'transactions.edit': true,
      'transactions.cancel': true,
    },
  },
} as const;

/** About sixty people, the named accounts first. Each laboratory has an administrator, a manager and a bookkeeper. */
export function demoPeople(): DemoPerson[] {
  const chance = demoChance('people');
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(chance() * items.length)] as Item;
  const others = Object.entries(sizes).flatMap(([laboratory, size]) =>
    Array.from({ length: size }, (_, index): DemoPerson => {
      const name = `${pick(firstNames.split(' '))} ${pick(lastNames.split(' '))}`;
      const email = `${name.toLowerCase().replace(' ', '.')}.${laboratory.toLowerCase()}${index + 1}@shifa.example`;
      const post = pick(staffPosts);
      const hasAdmin = named.some((someone) => someone.laboratory === laboratory && someone.role === 'lab_admin');
      const role = index === 0 && !hasAdmin ? 'lab_admin' : index === 1 ? 'manager' : 'staff';
      const person = { name, email, laboratory, role, post: role === 'staff' ? post : posts[role] } as const;
      if (index === BOOKKEEPER) return { ...person, ...bookkeeper };
      const traits = unusual[`${laboratory} ${index}`];
      return traits ? { ...person, traits } : person;
    }),
  );
  return [...named, ...others];
}

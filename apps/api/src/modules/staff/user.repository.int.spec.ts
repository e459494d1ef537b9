import { employmentTypes, roles, StaffListQuery, staffSorts, staffStatuses } from '@shifa/contract';
import { type Connection, type Model, Types } from 'mongoose';
import { LabScope } from '../../platform/domain/lab-scope';
import { costOf } from '../../../test/explain';
import { connect, testDatabaseUri } from '../../../test/test-database';
import { derivedFields } from './staff.mapper';
import { USER_MODEL, type UserRow, userSchema } from './user.document';
import { UserRepository } from './user.repository';

const PEOPLE = 700;
/** Has no divisor in common with what the population repeats by. */
const LABORATORIES = 13;

/** What a query of the list costs, with the very command that the repository sends. */
describe('the list of people stands on indexes', () => {
  let connection: Connection;
  let repository: UserRepository;
  const laboratories = Array.from({ length: LABORATORIES }, () => new Types.ObjectId());

  beforeAll(async () => {
    connection = await connect(testDatabaseUri());
    const model: Model<UserRow> = connection.model<UserRow>(USER_MODEL, userSchema);
    repository = new UserRepository(model);
    await model.createCollection();
    await model.createIndexes();
    const rows = Array.from({ length: PEOPLE }, (_, index): UserRow => {
      const person = {
        name: `Person ${(index * 7919) % PEOPLE}`,
        email: `person.${index}@shifa.example`,
        employeeCode: `KOL-${String(index).padStart(4, '0')}`,
        phone: `+91 98300 ${10_000 + index}`,
      };
      const at = new Date(Date.UTC(2026, 0, 1) + index * 3_600_000);
      return {
        _id: new Types.ObjectId(),
        ...person,
        role: roles[index % 20 === 0 ? 1 : index % 10 === 1 ? 2 : 3],
        department: `Department ${index % 12}`,
        designation: null,
        laboratoryId: laboratories[index % LABORATORIES] ?? null,
        employmentType: employmentTypes[index % 5] ?? 'permanent',
        joiningDate: at.toISOString().slice(0, 10),
        exitDate: index % 9 === 0 ? at.toISOString().slice(0, 10) : null,
        exitReason: null,
        shift: null,
        emergencyContact: null,
        skills: [],
        status: staffStatuses[index % 8 === 0 ? 1 : index % 9 === 0 ? 2 : 0],
        passwordHash: 'x',
        mustChangePassword: index % 11 === 0,
        lastLogin: index % 3 === 0 ? null : at,
        permissionOverrides: {},
        deputy: null,
        influences: [],
        lastActivityAt: null,
        temporaryPasswordExpiresAt: null,
        preferences: {},
        updatedBy: null,
        ...derivedFields(person),
        version: 1,
        createdAt: at,
        updatedAt: at,
      };
    });
    await model.insertMany(rows, { lean: true });
  });
  afterAll(() => connection.close());

  const cost = (query: object, scope = LabScope.everywhere()) =>
    costOf(connection, () => repository.list(scope, StaffListQuery.parse({ limit: 20, ...query })));

  /** Without an index of their own for the network, they sort the people that the filters leave. */
  const sorted = staffSorts
    .filter((sort) => sort !== 'name' && sort !== 'employeeCode')
    .flatMap((sort) => [{ sort }, { sort: `-${sort}` }]);
  const states = [
    ...(['name', 'employeeCode'] as const).flatMap((sort) => [{ sort }, { sort: `-${sort}` }]),
    { status: ['suspended'] },
    { role: ['manager'] },
    { employmentType: ['intern'] },
    { department: ['Department 4'] },
    { mustChangePassword: 'true' },
  ];
  const filtered = [
    { role: ['lab_admin'], sort: '-role' },
    { joinedFrom: '2026-01-10', joinedTo: '2026-01-12', sort: 'joiningDate' },
    { leftFrom: '2026-01-10', leftTo: '2026-01-12', sort: 'name' },
    { status: ['suspended'], sort: 'lastLogin' },
  ];

  it.each(filtered)('%j reads only the people that it finds, in the network', async (query) => {
    const { stages, examined } = await cost(query);
    expect(stages).not.toContain('COLLSCAN');
    expect(examined).toBe(await repository.countListed(LabScope.everywhere(), StaffListQuery.parse(query)));
  });

  it.each(states)('%j reads at most twice what it returns, in the network', async (query) => {
    const { stages, returned, examined } = await cost(query);
    expect(stages).not.toContain('COLLSCAN');
    expect(returned).toBeGreaterThan(0);
    expect(examined).toBeLessThanOrEqual(2 * returned);
  });

  it.each([...states, ...sorted, ...filtered])('%j reads no further than the own laboratory', async (query) => {
    const { stages, returned, examined } = await cost(
      query,
      LabScope.ofLaboratory(laboratories[1]?.toHexString() ?? ''),
    );
    expect(stages).not.toContain('COLLSCAN');
    expect(returned).toBeGreaterThan(0);
    expect(examined).toBeLessThanOrEqual(Math.ceil(PEOPLE / LABORATORIES));
  });

  it.each([
    ['kol-001', 10],
    ['person.77@', 1],
    ['+919830010077', 1],
    ['91983001001', 10],
  ])('searching %j reads those it finds', async (search, count) => {
    const { stages, returned, examined } = await cost({ search, limit: 100 });
    expect(stages).not.toContain('COLLSCAN');
    expect({ returned, examined }).toEqual({ returned: count, examined: count });
  });

  it('several filters at once read no more than one of them finds', async () => {
    const query = { status: ['active'], role: ['staff'], laboratoryId: [laboratories[1]?.toHexString()], limit: 100 };
    const { stages, returned, examined } = await cost(query);
    expect(stages).not.toContain('COLLSCAN');
    expect(returned).toBeGreaterThan(0);
    expect(examined).toBeLessThanOrEqual(Math.ceil(PEOPLE / LABORATORIES));
  });

  it('people with permissions of their own are found without reading the others', async () => {
    const some = { sortName: { $lt: 'person 2' }, status: 'active' };
    const people = connection.collection('users');
    await people.updateMany(some, { $set: { permissionOverrides: { 'inventory.view': true } } });
    const { stages, returned, examined, keys } = await costOf(connection, () => repository.withOverrides());
    expect(stages).not.toContain('COLLSCAN');
    const expected = await people.countDocuments(some);
    expect({ returned, examined, keys }).toEqual({ returned: expected, examined: expected, keys: expected });
  });
});

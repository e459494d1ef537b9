import { SupplierListQuery } from '@shifa/contract';
import { createSupplierBody } from '@shifa/contract/testing';
import { type Connection, Types } from 'mongoose';
import { costOf } from '../../../../test/explain';
import { connect, testDatabaseUri } from '../../../../test/test-database';
import { LabScope } from '../../../platform/domain/lab-scope';
import { derivedFields } from './supplier';
import { SUPPLIER_MODEL, type SupplierRow, supplierSchema } from './supplier.document';
import { SupplierRepository } from './supplier.repository';

const SUPPLIERS = 300;
const DUE_BY = '2026-06-30';

/** Measures the queries with the exact commands that the repository sends. */
describe('suppliers', () => {
  let connection: Connection;
  let repository: SupplierRepository;
  const laboratory = new Types.ObjectId();
  const rows = Array.from({ length: SUPPLIERS }, (_, index): SupplierRow => {
    const fields = {
      ...createSupplierBody({ name: `Supplier ${index}` }),
      code: `S-${index}`,
      gstin: index === 7 ? '27AAPFU0939F1ZV' : null,
      nextReviewOn: index % 10 === 0 ? `2026-${index < 100 ? '05' : '09'}-10` : null,
      usedByAll: index === 0,
      uses: index === 0 ? [] : [{ laboratoryId: index < 4 ? laboratory : new Types.ObjectId(), leadTimeDays: null }],
    };
    const stored = { version: 1, createdAt: new Date(), updatedAt: new Date(), updatedBy: null };
    const status = { status: index % 5 === 0 ? ('on_hold' as const) : ('approved' as const), statusReason: null };
    return { _id: new Types.ObjectId(), ...fields, ...derivedFields(fields), ...status, ...stored };
  });

  beforeAll(async () => {
    connection = await connect(testDatabaseUri());
    const model = connection.model<SupplierRow>(SUPPLIER_MODEL, supplierSchema);
    repository = new SupplierRepository(model);
    await model.createCollection();
    await model.createIndexes();
    await model.insertMany(rows, { lean: true });
  });
  afterAll(() => connection.close());

  const list = (query: object, scope = LabScope.everywhere()) =>
    repository.list(scope, SupplierListQuery.parse(query), DUE_BY);

  it.each([
    { sort: 'name' },
    { sort: '-name' },
    { sort: 'code' },
    { sort: '-nextReviewOn' },
    { status: ['on_hold'] },
    { reviewDue: 'true', sort: 'nextReviewOn' },
    { search: '12' },
  ])('are listed by %j with an index', async (query) => {
    const { stages, returned, examined } = await costOf(connection, () => list({ limit: 20, ...query }));
    expect(stages).not.toContain('COLLSCAN');
    expect(returned).toBeGreaterThan(0);
    expect(examined).toBeLessThanOrEqual(6 * returned);
  });

  it('of a laboratory are its own and those of every laboratory', async () => {
    const scope = LabScope.ofLaboratory(laboratory.toHexString());
    expect((await list({}, scope)).items.map(({ code }) => code)).toEqual(['S-0', 'S-1', 'S-2', 'S-3']);
    const { stages, examined } = await costOf(connection, () => list({}, scope));
    expect(stages).not.toContain('COLLSCAN');
    expect(examined).toBeLessThanOrEqual(8);
    expect((await list({ laboratoryId: [laboratory.toHexString()] })).total).toBe(4);
    const stranger = LabScope.ofLaboratory(new Types.ObjectId().toHexString());
    expect((await list({}, stranger)).items.map(({ code }) => code)).toEqual(['S-0']);
  });

  it.each([
    ['their names', () => repository.findByKeys(LabScope.everywhere(), ['supplier 12'], 10), 1],
    ['their codes', () => repository.findByCodes(LabScope.everywhere(), ['S-7', 'S-8']), 2],
    ['their GSTIN', () => repository.findByGstins(LabScope.everywhere(), ['27AAPFU0939F1ZV'], 2), 1],
    ['the day of their review', () => repository.dueForReview(LabScope.everywhere(), DUE_BY), 10],
  ])('are found by %s with an index', async (_, find, count) => {
    expect(await find()).toHaveLength(count);
    const { stages, examined } = await costOf(connection, find);
    expect(stages).not.toContain('COLLSCAN');
    expect(examined).toBeLessThanOrEqual(count);
  });
});

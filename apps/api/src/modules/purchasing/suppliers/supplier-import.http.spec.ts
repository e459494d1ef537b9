import { getConnectionToken } from '@nestjs/mongoose';
import { type Supplier, supplierExportColumns, type SupplierImport, supplierSheetColumns } from '@shifa/contract';
import type { Connection } from 'mongoose';
import readXlsxFile from 'read-excel-file/node';
import { dataOf, failureOf } from '../../../../test/attendance/attendance-desk';
import { type Person, TestApp } from '../../../../test/test-app';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';

jest.setTimeout(120_000);

const GSTIN = '27AAPFU0939F1ZV';
const OTHER_GSTIN = '29AAGCB7383J1Z4';

describe('suppliers in sheets', () => {
  let app: TestApp;
  let laboratory: LaboratoryRow & { id: string };
  let other: LaboratoryRow & { id: string };
  let admin: Person;
  let stranger: Person;
  let head: Person;

  beforeAll(async () => {
    app = await TestApp.start();
    [laboratory, other] = [await app.laboratory(), await app.laboratory()];
    admin = await app.person('lab_admin', { laboratoryId: laboratory._id });
    stranger = await app.person('lab_admin', { laboratoryId: other._id });
    head = await app.person('super_admin');
  });
  afterAll(() => app.close());

  const suppliers = () => app.services.get<Connection>(getConnectionToken()).collection('suppliers');
  const send = (content: Buffer | string, options: object = {}, person = admin) =>
    app
      .as(person)
      .post('/api/suppliers/import')
      .send({ fileName: 'suppliers.csv', content: Buffer.from(content).toString('base64'), ...options });
  const imported = async (...given: Parameters<typeof send>) =>
    dataOf<SupplierImport>(await send(...given).expect(200));
  const get = async (id = '', person = admin) =>
    dataOf<Supplier>(await app.as(person).get(`/api/suppliers/${id}`).expect(200));
  const download = async (path: string, person = admin) =>
    (
      await app
        .as(person)
        .get(`/api/suppliers${path}`)
        .buffer(true)
        .parse((response, done) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => done(null, Buffer.concat(chunks)));
        })
        .expect(200)
    ).body as Buffer;
  const errorsOf = ({ faults }: SupplierImport) =>
    faults.map(({ row, errors }) => [row, ...errors.map(({ field, message }) => `${field}: ${message}`)]);

  it('are checked without being written, and then imported as approved suppliers of the own laboratory', async () => {
    const csv = [
      'Name,GSTIN,State,Contact,Phone,Email,Lead time (days),Next review,Status',
      `Alpha Diagnostics,${GSTIN.toLowerCase()},Maharashtra,Asha Rao,+91 33 4021 7700,Orders@Alpha.example,3,2027-01-31,Blocked`,
      'Alpha Optics,,7,,,,,,',
    ].join('\n');
    const before = await suppliers().countDocuments();
    expect(await imported(csv, { dryRun: true })).toEqual({ applied: false, rows: 2, faults: [], created: [] });
    expect(await suppliers().countDocuments()).toBe(before);

    const key = 'c0000000-0000-4000-8000-000000000001';
    const repeat = async () => dataOf<SupplierImport>(await send(csv).set('Idempotency-Key', key).expect(200));
    const done = await repeat();
    expect(await repeat()).toEqual(done);
    expect(await suppliers().countDocuments()).toBe(before + 2);
    expect(done).toMatchObject({ applied: true, created: [{ name: 'Alpha Diagnostics' }, { name: 'Alpha Optics' }] });
    const [first, second] = [await get(done.created[0]?._id), await get(done.created[1]?._id)];
    expect(first).toMatchObject({
      code: 'ALPHA',
      status: 'approved',
      gstin: GSTIN,
      pan: 'AAPFU0939F',
      stateCode: '27',
      leadTimeDays: 3,
      paymentDays: 30,
      nextReviewOn: '2027-01-31',
      usedByAll: false,
      contacts: [{ name: 'Asha Rao', role: null, phone: '+91 33 4021 7700', email: 'orders@alpha.example' }],
      uses: [{ laboratory: { _id: laboratory.id } }],
    });
    expect(second).toMatchObject({ code: 'ALPHA-2', stateCode: '07', contacts: [], leadTimeDays: 7 });
    const history = await app.as(admin).get(`/api/suppliers/${first._id}/history`).expect(200);
    expect(history.body).toMatchObject({ data: [{ action: 'supplier.created' }] });
  });

  it('name the row and the column of every fault, and write nothing unless the valid rows are wanted', async () => {
    const csv = [
      'Code,Name,GSTIN,PAN,State,Contact,Email,Lead time (days),Laboratory codes',
      'x,B,27AAPFU0939F1ZW,12,Atlantis,,nobody,soon,NOWHERE',
      `,Beta,${OTHER_GSTIN},AAPFU0939F,,,beta@b.example,,`,
      `,Beta Two,${OTHER_GSTIN},,27,,,,`,
      `,Beta Three,,,,,,,All`,
      ',Beta Four,,,,,,,',
    ].join('\n');
    const faulty = await imported(csv);
    expect(faulty).toMatchObject({ applied: false, rows: 5, created: [] });
    expect(errorsOf(faulty)).toEqual([
      [
        2,
        'Code: Code must have 2 to 15 letters, digits or hyphens',
        'Name: Name must be at least 2 characters',
        expect.stringContaining('GSTIN: A character of the GSTIN is mistyped'),
        expect.stringContaining('PAN: A PAN has five letters'),
        'State: Enter the name of a state, or its two digits, such as 27',
        'Email: Invalid email address',
        expect.stringContaining('Lead time (days): '),
        'Laboratory codes: No laboratory has the code NOWHERE',
      ],
      [3, 'Contact: Enter the name of the contact'],
      [4, `GSTIN: Row 3 has the same GSTIN`, 'State: The state differs from the first two digits of the GSTIN'],
      [5, 'Laboratory codes: Only a super admin can let all laboratories use a supplier'],
    ]);
    const partly = await imported(csv, { validRowsOnly: true });
    expect(partly).toMatchObject({ applied: true, created: [{ name: 'Beta Four' }] });
    expect(partly.faults).toEqual(faulty.faults);
  });

  it('are refused as creating them one by one is: by code, GSTIN and name, in the file and among those that exist', async () => {
    const create = (body: object, person: Person) => app.as(person).post('/api/suppliers').send(body).expect(201);
    await create({ name: 'Gamma Glass', code: 'GAMMA', gstin: '24AAACC1206D1ZM' }, admin);
    await create({ name: 'Gamma Elsewhere', code: 'FOREIGN', gstin: '19AAACH7409R1ZY' }, stranger);
    const csv = [
      'Code,Name,GSTIN',
      'GAMMA,Delta,',
      ',Delta Two,24AAACC1206D1ZM',
      ',M/s GAMMA  GLASS Pvt. Ltd.,',
      'NEW-1,Epsilon Labs,',
      'new-1,The Epsilon Labs Ltd,',
      // A supplier of a laboratory that the person does not see: its code is in use, its name and GSTIN are not theirs to know.
      'FOREIGN,Zeta,',
      ',Gamma Elsewhere,19AAACH7409R1ZY',
    ].join('\n');
    const [gamma] = dataOf<Supplier[]>(await app.as(admin).get('/api/suppliers?search=gamma').expect(200));
    const branch = 'If this is another branch, enter the GSTIN of both.';
    expect(errorsOf(await imported(csv, { dryRun: true }))).toEqual([
      [2, 'Code: Another supplier has this code'],
      [3, `GSTIN: Gamma Glass (${gamma?.code}) has this GSTIN`],
      [4, `Name: Gamma Glass (GAMMA) has the same name. ${branch}`],
      [6, 'Code: Row 5 has the same code', `Name: Row 5 has the same name. ${branch}`],
      [7, 'Code: Another supplier has this code'],
    ]);
  });

  it('of a super admin name the laboratories that use them', async () => {
    const unreadable = failureOf(await send('Name\nEta', {}, head).expect(400));
    expect(unreadable.code).toBe('SHEET_UNREADABLE');
    const csv = [
      'Name,Laboratory codes',
      `Eta One,"${laboratory.code.toLowerCase()}, ${other.code}"`,
      'Eta Two,all',
      'Eta Three,',
    ].join('\n');
    const answer = await imported(csv, { validRowsOnly: true }, head);
    expect(errorsOf(answer)).toEqual([
      [4, 'Laboratory codes: Enter the codes of the laboratories that use it, or All'],
    ]);
    const [one, two] = answer.created;
    expect((await get(one?._id, head)).uses.map(({ laboratory: { code } }) => code)).toEqual([
      laboratory.code,
      other.code,
    ]);
    expect(await get(two?._id, head)).toMatchObject({ usedByAll: true, uses: [] });
  });

  it('are exported as a file that an import reads where they do not exist', async () => {
    const search = 'theta';
    await imported(
      `Code,Name,GSTIN,State,Contact,Phone,Email,Address,Payment (days),Notes,Laboratory codes\n` +
        `THETA,Theta & Sons,${OTHER_GSTIN},,Ravi,+91 98300 11272,ravi@theta.example,"4 Park Street\nKolkata",45,=SUM(A1),"${laboratory.code}, ${other.code}"`,
      {},
      head,
    );
    const [before] = dataOf<Supplier[]>(await app.as(head).get(`/api/suppliers?search=${search}`).expect(200));
    for (const format of ['xlsx', 'csv']) {
      const file = await download(`/export?format=${format}&search=${search}`, head);
      const again = await imported(file, {}, head);
      expect(again.faults[0]?.errors.map(({ field }) => field)).toEqual(['Code', 'GSTIN']);
      await suppliers().deleteOne({ code: 'THETA' });
      const { created, faults } = await imported(file, {}, head);
      expect(faults).toEqual([]);
      const { _id, createdAt, updatedAt, updatedBy, ...same } = await get(created[0]?._id, head);
      expect([_id, createdAt, updatedAt, updatedBy]).not.toContain(undefined);
      expect(before).toMatchObject(same);
    }
  });

  it('have an empty sheet with the columns that an import reads', async () => {
    const rows = await readXlsxFile(await download('/import/template?format=xlsx'));
    expect(JSON.stringify(rows)).toContain(JSON.stringify(Object.values(supplierSheetColumns)));
    const exported = (await download('/export?format=csv')).toString().split('\n')[0];
    expect(exported).toContain(supplierExportColumns.statusReason);
  });

  it('are imported a thousand at a time, by those who may create suppliers', async () => {
    const staff = await app.person('staff', { laboratoryId: laboratory._id });
    await send('Name\nIota', {}, staff).expect(403);
    const names = Array.from({ length: 1_000 }, (_, index) => `Kappa ${index}`);
    const { created } = await imported(['Name', ...names].join('\n'));
    expect(created).toHaveLength(1_000);
    const codes = await suppliers().distinct('code', { name: /^Kappa / });
    expect(codes).toHaveLength(1_000);
  });
});

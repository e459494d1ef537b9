import { type Failure, type StaffImport, staffSheetColumns } from '@shifa/contract';
import ExcelJS from 'exceljs';
import type { Response } from 'supertest';
import { type Answer, importOf, SheetDesk } from '../../../test/staff/sheet-desk';

type Line = Partial<Record<keyof typeof staffSheetColumns, string | Date>>;

const headings = Object.values(staffSheetColumns);
const fields = Object.keys(staffSheetColumns) as (keyof typeof staffSheetColumns)[];
/** Without the cells, which repeat the file. */
const faultsOf = ({ faults }: Pick<StaffImport, 'faults'>) => faults.map(({ cells: _, ...fault }) => fault);

async function xlsx(lines: Line[]): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('People');
  sheet.addRow(headings);
  for (const line of lines) sheet.addRow(fields.map((field) => line[field] ?? null));
  return Buffer.from(await workbook.xlsx.writeBuffer());
}

describe('people in sheets', () => {
  let desk: SheetDesk;
  let number = 0;
  beforeAll(async () => {
    desk = await SheetDesk.open();
  });
  afterAll(() => desk.close());

  const total = async () => {
    const response = await desk.app.as(desk.admin).get('/api/staff').query({ limit: 1 }).expect(200);
    return (response.body as { pagination: { total: number } }).pagination.total;
  };
  const line = (overrides: Line = {}): Line => {
    number += 1;
    return {
      name: `Sheet Person ${number}`,
      email: `sheet.${number}@shifa.example`,
      phone: '+91 98300 11272',
      role: 'Staff',
      laboratoryId: desk.laboratory.code,
      department: 'Pathology',
      employmentType: 'Part-time',
      joiningDate: new Date(Date.UTC(2026, 3, 1)),
      ...overrides,
    };
  };

  describe('taken in', () => {
    it('three hundred with seven faults write nothing and tell seven rows; mended, all are in', async () => {
      const { user: known } = desk.admin;
      const lines = Array.from({ length: 300 }, () => line());
      const mended = lines.map((one) => ({ ...one }));
      lines[3] = { ...lines[3], name: 'X' };
      lines[10] = { ...lines[10], email: 'nobody' };
      lines[20] = { ...lines[20], role: 'Owner' };
      lines[30] = { ...lines[30], laboratoryId: 'NOWHERE' };
      lines[40] = { ...lines[40], joiningDate: 'soon' };
      lines[50] = { ...lines[50], email: String(lines[49]?.email).toUpperCase() };
      lines[60] = { ...lines[60], email: known.email };
      const before = await total();

      const dry = importOf(await desk.send(await xlsx(lines), { dryRun: true }).expect(200));
      expect(dry).toMatchObject({ applied: false, rows: 300, created: [] });
      expect(faultsOf(dry)).toEqual([
        { row: 5, label: 'X', errors: [{ field: 'Name', message: 'Name must be at least 2 characters' }] },
        { row: 12, label: lines[10].name, errors: [{ field: 'Email', message: 'Invalid email address' }] },
        {
          row: 22,
          label: lines[20].name,
          errors: [{ field: 'Role', message: 'Role must be one of Super admin, Lab admin, Manager, Staff' }],
        },
        {
          row: 32,
          label: lines[30].name,
          errors: [{ field: 'Laboratory code', message: 'No laboratory has the code NOWHERE' }],
        },
        {
          row: 42,
          label: lines[40].name,
          errors: [{ field: 'Joining date', message: 'Enter a date as YYYY-MM-DD or DD/MM/YYYY' }],
        },
        {
          row: 52,
          label: lines[50].name,
          errors: [{ field: 'Email', message: 'Row 51 has the same email address' }],
        },
        {
          row: 62,
          label: lines[60].name,
          errors: [{ field: 'Email', message: 'Someone already has this email address' }],
        },
      ]);
      const real = importOf(await desk.send(await xlsx(lines)).expect(200));
      expect(real).toEqual(dry);
      expect(await total()).toBe(before);

      const response = await desk.send(await xlsx(mended)).expect(200);
      const { applied, created, faults } = importOf(response);
      expect({ applied, faults, count: created.length }).toEqual({ applied: true, faults: [], count: 300 });
      expect(created.map(({ employeeCode }) => employeeCode)).toEqual(
        Array.from({ length: 300 }, (_, index) => `${desk.laboratory.code}-${String(index + 1).padStart(4, '0')}`),
      );
      expect(await total()).toBe(before + 300);
      const some = created[17];
      await desk.app.login({ email: some?.email ?? '', password: some?.temporaryPassword ?? '' });
      const history = await desk.app.as(desk.admin).get(`/api/staff/${some?._id}/history`).expect(200);
      expect(history.body).toMatchObject({ pagination: { total: 2 } });
      const member = await desk.app.as(desk.admin).get(`/api/staff/${some?._id}`).expect(200);
      expect(member.body).toMatchObject({
        data: { joiningDate: '2026-04-01', employmentType: 'part_time', phone: '+91 98300 11272', role: 'staff' },
      });
    });

    it('reads CSV with a mark, semicolons, quotes, days as people write them, and headings in any case', async () => {
      const { laboratory } = desk;
      const text = [
        '\uFEFFNAME;email; Role ;laboratory CODE;Joining Date;Department',
        `"Das; ""Bobby""";csv.1@shifa.example;lab_admin;${laboratory.code.toLowerCase()};01/04/2026;"Front\r\ndesk"`,
        ';;;;;',
        `Esha Roy;csv.2@shifa.example;MANAGER;${laboratory.code};2026-04-02;`,
      ].join('\r\n');
      const { created, faults } = importOf(await desk.csv(text).expect(200));
      expect(faults).toEqual([]);
      expect(created.map(({ name }) => name)).toEqual(['Das; "Bobby"', 'Esha Roy']);
      const list = await desk.app
        .as(desk.admin)
        .get('/api/staff')
        .query({ search: 'csv.', sort: 'joiningDate' })
        .expect(200);
      expect(list.body).toMatchObject({
        data: [
          { role: 'lab_admin', joiningDate: '2026-04-01', department: 'Front\r\ndesk' },
          { role: 'manager', joiningDate: '2026-04-02', department: null },
        ],
      });
    });

    it('counts rows as the sheet does, blank ones too', async () => {
      const { faults } = importOf(
        await desk.send(await xlsx([line(), {}, line({ name: '' })]), { dryRun: true }).expect(200),
      );
      expect(faults.map(({ row, errors }) => [row, errors])).toEqual([
        [4, [{ field: 'Name', message: 'Name is required' }]],
      ]);
      const text = importOf(
        await desk.csv('Name,Email,Role,Laboratory code\n\n\nA,a,b,c\n', { dryRun: true }).expect(200),
      );
      expect(text.faults.map(({ row }) => row)).toEqual([4]);
    });

    it('is, for a lab admin, of the own laboratory, named or not, and of roles below', async () => {
      const other = await desk.app.laboratory();
      const text = [
        'Name,Email,Role,Laboratory code',
        'Own One,own.1@shifa.example,Staff,',
        `Own Two,own.2@shifa.example,Lab admin,${desk.laboratory.code}`,
        `Own Three,own.3@shifa.example,Staff,${other.code}`,
      ].join('\n');
      const { applied, faults } = importOf(await desk.csv(text, { person: desk.labAdmin }).expect(200));
      expect(applied).toBe(false);
      expect(faultsOf({ faults })).toEqual([
        { row: 3, label: 'Own Two', errors: [{ field: 'Role', message: 'Only super admins can manage lab admins' }] },
        {
          row: 4,
          label: 'Own Three',
          errors: [{ field: 'Laboratory code', message: `No laboratory has the code ${other.code}` }],
        },
      ]);
    });

    it('does not reveal who works elsewhere until everything else is ready to be written', async () => {
      const other = await desk.app.laboratory();
      const [elsewhere, again] = await Promise.all([
        desk.app.user('staff', { laboratoryId: other._id }),
        desk.app.user('staff', { laboratoryId: other._id }),
      ]);
      const colleague = await desk.app.user('staff', { laboratoryId: desk.laboratory._id });
      const sheet = (...emails: string[]) =>
        ['Name,Email,Role', ...emails.map((email, index) => `Person ${index},${email},Staff`)].join('\n');
      const answerTo = async (text: string, dryRun: boolean) =>
        importOf(await desk.csv(text, { person: desk.labAdmin, dryRun }).expect(200));

      const unused = await answerTo(sheet('unused.1@shifa.example', 'unused.2@shifa.example'), true);
      expect(await answerTo(sheet(elsewhere.email, desk.admin.user.email), true)).toEqual(unused);
      const inUse = [{ field: 'Email', message: 'Someone already has this email address' }];
      const known = await answerTo(sheet(elsewhere.email, colleague.email), false);
      expect(faultsOf(known)).toEqual([{ row: 3, label: 'Person 1', errors: inUse }]);
      const before = await total();
      const real = await answerTo(sheet('unused.3@shifa.example', elsewhere.email, again.email), false);
      expect(real).toMatchObject({
        applied: false,
        created: [],
        faults: [{ row: 3, label: 'Person 1', errors: inUse }],
      });
      expect(await total()).toBe(before);
    });

    it('lets one of two win who bring the same address at once', async () => {
      const text = `Name,Email,Role,Laboratory code\nTwin One,twin@shifa.example,Staff,${desk.laboratory.code}\n`;
      const answers = await Promise.all([desk.csv(text), desk.csv(text)]);
      const outcomes = answers.map(({ status, body }: Response) =>
        status === 200 ? (body as Answer<StaffImport>).data.applied : (body as Failure).code,
      );
      expect(outcomes).toContain(true);
      expect(outcomes.some((outcome) => outcome === 'EMAIL_TAKEN' || outcome === false)).toBe(true);
    });

    it('gives the first answer, passwords and all, to a repeat with the same key', async () => {
      const text = `Name,Email,Role,Laboratory code\nOnce Only,once@shifa.example,Staff,${desk.laboratory.code}\n`;
      const first = await desk.csv(text).set('Idempotency-Key', 'import-once').expect(200);
      const again = await desk.csv(text).set('Idempotency-Key', 'import-once').expect(200);
      expect(importOf(again)).toEqual(importOf(first));
    });

    it('creates the valid rows alone if asked to, and returns the cells of the others', async () => {
      const text = [
        'Name,Email,Role,Laboratory code,Department',
        `Valid One,valid.1@shifa.example,Staff,${desk.laboratory.code},Front desk`,
        `Invalid One,nobody,Staff,${desk.laboratory.code},`,
        `Valid Two,valid.2@shifa.example,Staff,${desk.laboratory.code},`,
      ].join('\n');
      const validRowsOnly = { fileName: 'people', content: Buffer.from(text).toString('base64'), validRowsOnly: true };
      const post = (body: object) => desk.app.as(desk.admin).post('/api/staff/import').send(body).expect(200);
      const faults = [
        {
          row: 3,
          label: 'Invalid One',
          errors: [{ field: 'Email', message: 'Invalid email address' }],
          cells: {
            ...Object.fromEntries(headings.map((heading) => [heading, ''])),
            Name: 'Invalid One',
            Email: 'nobody',
            Role: 'Staff',
            'Laboratory code': desk.laboratory.code,
          },
        },
      ];
      const dry = importOf(await post({ ...validRowsOnly, dryRun: true }));
      expect(dry).toEqual({ applied: false, rows: 3, faults, created: [] });
      const real = importOf(await post(validRowsOnly));
      expect(real).toMatchObject({ applied: true, rows: 3, faults });
      expect(real.created.map(({ name }) => name)).toEqual(['Valid One', 'Valid Two']);
      const again = importOf(await post(validRowsOnly));
      expect(again).toMatchObject({ applied: false, created: [] });
    });

    it('needs the right to create as well', async () => {
      const person = await desk.app.person('lab_admin', {
        laboratoryId: desk.laboratory._id,
        permissionOverrides: { 'staff.create': false },
      });
      await desk.csv('Name,Email,Role\nA B,ab@shifa.example,Staff\n', { person }).expect(403);
    });
  });
});

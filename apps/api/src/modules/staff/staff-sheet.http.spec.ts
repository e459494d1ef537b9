import { deflateRawSync } from 'node:zlib';
import { type Failure, MAX_SHEET_ROWS, staffExportColumns, type StaffImport, staffSheetColumns } from '@shifa/contract';
import ExcelJS from 'exceljs';
import type { Response } from 'supertest';
import readXlsxFile from 'read-excel-file/node';
import { type Person, TestApp } from '../../../test/test-app';
import { sparseWorkbook, zipOf } from '../../../test/workbook-files';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import { MAX_EXPORT_ROWS } from './staff-sheet';
import { LabScope } from '../../platform/domain/lab-scope';
import { UserRepository } from './user.repository';

type Answer<Data> = { success: true; data: Data; message?: string };
type Line = Partial<Record<keyof typeof staffSheetColumns, string | Date>>;

const headings = Object.values(staffSheetColumns);
const fields = Object.keys(staffSheetColumns) as (keyof typeof staffSheetColumns)[];
const importOf = ({ body }: { body: unknown }) => (body as Answer<StaffImport>).data;
/** Without the cells, which repeat the file. */
const faultsOf = ({ faults }: Pick<StaffImport, 'faults'>) => faults.map(({ cells: _, ...fault }) => fault);
const failureOf = ({ body }: { body: unknown }) => body as Failure;

async function xlsx(lines: Line[]): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('People');
  sheet.addRow(headings);
  for (const line of lines) sheet.addRow(fields.map((field) => line[field] ?? null));
  return Buffer.from(await workbook.xlsx.writeBuffer());
}

/** A zip of one part that is small and unpacks to very much. */
function bomb(): Buffer {
  const name = Buffer.from('xl/workbook.xml');
  const packed = deflateRawSync(Buffer.alloc(200 * 1_048_576));
  const header = Buffer.alloc(30);
  header.write('PK\u0003\u0004', 0, 'latin1');
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(packed.length, 18);
  // It says of itself that it is small.
  header.writeUInt32LE(1_000, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name, packed]);
}

describe('people in sheets', () => {
  let app: TestApp;
  let admin: Person;
  let laboratory: LaboratoryRow & { id: string };
  let labAdmin: Person;
  let number = 0;

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.person('super_admin');
    laboratory = await app.laboratory();
    labAdmin = await app.person('lab_admin', { laboratoryId: laboratory._id });
  });
  afterAll(() => app.close());

  const send = (content: Buffer, { dryRun = false, person = admin } = {}) =>
    app
      .as(person)
      .post('/api/staff/import')
      .send({ fileName: 'people', content: content.toString('base64'), dryRun });
  const csv = (text: string, options = {}) => send(Buffer.from(text), options);
  const download = (query: object, person = admin) =>
    app
      .as(person)
      .get('/api/staff/export')
      .query(query)
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          done(null, Buffer.concat(chunks));
        });
      });
  const total = async () => {
    const response = await app.as(admin).get('/api/staff').query({ limit: 1 }).expect(200);
    return (response.body as { pagination: { total: number } }).pagination.total;
  };
  const line = (overrides: Line = {}): Line => {
    number += 1;
    return {
      name: `Sheet Person ${number}`,
      email: `sheet.${number}@shifa.example`,
      phone: '+91 98300 11272',
      role: 'Staff',
      laboratoryId: laboratory.code,
      department: 'Pathology',
      employmentType: 'Part-time',
      joiningDate: new Date(Date.UTC(2026, 3, 1)),
      ...overrides,
    };
  };

  describe('taken in', () => {
    it('three hundred with seven faults write nothing and tell seven rows; mended, all are in', async () => {
      const { user: known } = admin;
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

      const dry = importOf(await send(await xlsx(lines), { dryRun: true }).expect(200));
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
      const real = importOf(await send(await xlsx(lines)).expect(200));
      expect(real).toEqual(dry);
      expect(await total()).toBe(before);

      const response = await send(await xlsx(mended)).expect(200);
      const { applied, created, faults } = importOf(response);
      expect({ applied, faults, count: created.length }).toEqual({ applied: true, faults: [], count: 300 });
      expect(created.map(({ employeeCode }) => employeeCode)).toEqual(
        Array.from({ length: 300 }, (_, index) => `${laboratory.code}-${String(index + 1).padStart(4, '0')}`),
      );
      expect(await total()).toBe(before + 300);
      const some = created[17];
      await app.login({ email: some?.email ?? '', password: some?.temporaryPassword ?? '' });
      const history = await app.as(admin).get(`/api/staff/${some?._id}/history`).expect(200);
      expect(history.body).toMatchObject({ pagination: { total: 2 } });
      const member = await app.as(admin).get(`/api/staff/${some?._id}`).expect(200);
      expect(member.body).toMatchObject({
        data: { joiningDate: '2026-04-01', employmentType: 'part_time', phone: '+91 98300 11272', role: 'staff' },
      });
    });

    it('reads CSV with a mark, semicolons, quotes, days as people write them, and headings in any case', async () => {
      const text = [
        '\uFEFFNAME;email; Role ;laboratory CODE;Joining Date;Department',
        `"Das; ""Bobby""";csv.1@shifa.example;lab_admin;${laboratory.code.toLowerCase()};01/04/2026;"Front\r\ndesk"`,
        ';;;;;',
        `Esha Roy;csv.2@shifa.example;MANAGER;${laboratory.code};2026-04-02;`,
      ].join('\r\n');
      const { created, faults } = importOf(await csv(text).expect(200));
      expect(faults).toEqual([]);
      expect(created.map(({ name }) => name)).toEqual(['Das; "Bobby"', 'Esha Roy']);
      const list = await app.as(admin).get('/api/staff').query({ search: 'csv.', sort: 'joiningDate' }).expect(200);
      expect(list.body).toMatchObject({
        data: [
          { role: 'lab_admin', joiningDate: '2026-04-01', department: 'Front\r\ndesk' },
          { role: 'manager', joiningDate: '2026-04-02', department: null },
        ],
      });
    });

    it('counts rows as the sheet does, blank ones too', async () => {
      const { faults } = importOf(
        await send(await xlsx([line(), {}, line({ name: '' })]), { dryRun: true }).expect(200),
      );
      expect(faults.map(({ row, errors }) => [row, errors])).toEqual([
        [4, [{ field: 'Name', message: 'Name is required' }]],
      ]);
      const text = importOf(await csv('Name,Email,Role,Laboratory code\n\n\nA,a,b,c\n', { dryRun: true }).expect(200));
      expect(text.faults.map(({ row }) => row)).toEqual([4]);
    });

    it('is, for a lab admin, of the own laboratory, named or not, and of roles below', async () => {
      const other = await app.laboratory();
      const text = [
        'Name,Email,Role,Laboratory code',
        'Own One,own.1@shifa.example,Staff,',
        `Own Two,own.2@shifa.example,Lab admin,${laboratory.code}`,
        `Own Three,own.3@shifa.example,Staff,${other.code}`,
      ].join('\n');
      const { applied, faults } = importOf(await csv(text, { person: labAdmin }).expect(200));
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
      const other = await app.laboratory();
      const [elsewhere, again] = await Promise.all([
        app.user('staff', { laboratoryId: other._id }),
        app.user('staff', { laboratoryId: other._id }),
      ]);
      const colleague = await app.user('staff', { laboratoryId: laboratory._id });
      const sheet = (...emails: string[]) =>
        ['Name,Email,Role', ...emails.map((email, index) => `Person ${index},${email},Staff`)].join('\n');
      const answerTo = async (text: string, dryRun: boolean) =>
        importOf(await csv(text, { person: labAdmin, dryRun }).expect(200));

      const unused = await answerTo(sheet('unused.1@shifa.example', 'unused.2@shifa.example'), true);
      expect(await answerTo(sheet(elsewhere.email, admin.user.email), true)).toEqual(unused);
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

    it.each([
      ['nothing', Buffer.from(''), 'no rows below its header|is missing'],
      ['a header alone', Buffer.from('Name,Email,Role,Laboratory code\n'), 'no rows below its header'],
      ['other bytes', Buffer.from([0xff, 0xfe, 0x00, 0x01, 0x80]), 'neither CSV'],
      ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'neither CSV'],
      ['a protected workbook', Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex'), 'password'],
      ['half a workbook', Buffer.from('PK\u0003\u0004 and no more', 'latin1'), 'damaged'],
      ['a zip bomb', bomb(), 'too large when unpacked'],
      ['a small workbook that spans the largest sheet', sparseWorkbook(), 'Cell XFD1 is beyond column 200'],
      [
        'many parts that declare much',
        zipOf(
          Array.from({ length: 190 }, (_, part) => ({ path: `${part}`, content: '', declaredSize: 20 * 1_048_576 })),
        ),
        'too large when unpacked',
      ],
      ['half a million columns', Buffer.from(','.repeat(500_000)), 'Row 1 has 500001 columns; the limit is 200'],
      ['open quotes', Buffer.from('Name,Email,Role,Laboratory code\n"A,b,c,d\n'), "quotes in row 2 aren't closed"],
    ])('refuses %s and says why', async (_, content, reason) => {
      const failure = failureOf(await send(content).expect(400));
      expect(failure.code).toBe('SHEET_UNREADABLE');
      expect(failure.message).toMatch(new RegExp(reason));
    });

    it('names every column that is unknown, there twice, or missing', async () => {
      const failure = failureOf(await csv('Name,name,Emial,Role\nA,B,c,d\n').expect(400));
      expect(failure.errors.map(({ message }) => message)).toEqual([
        'The column “Emial” is unknown',
        'The column “Name” appears twice',
        'The column “Email” is missing',
        'The column “Laboratory code” is missing',
      ]);
    });

    it('takes no more rows than it says', async () => {
      const rows = Array.from({ length: MAX_SHEET_ROWS + 1 }, (_, index) => `A,${index}@x.example,Staff,X`);
      const failure = failureOf(await csv(['Name,Email,Role,Laboratory code', ...rows].join('\n')).expect(400));
      expect(failure.message).toBe('This sheet has 1001 rows; the limit is 1000. Split it into several files');
    });

    it('lets one of two win who bring the same address at once', async () => {
      const text = `Name,Email,Role,Laboratory code\nTwin One,twin@shifa.example,Staff,${laboratory.code}\n`;
      const answers = await Promise.all([csv(text), csv(text)]);
      const outcomes = answers.map(({ status, body }: Response) =>
        status === 200 ? (body as Answer<StaffImport>).data.applied : (body as Failure).code,
      );
      expect(outcomes).toContain(true);
      expect(outcomes.some((outcome) => outcome === 'EMAIL_TAKEN' || outcome === false)).toBe(true);
    });

    it('gives the first answer, passwords and all, to a repeat with the same key', async () => {
      const text = `Name,Email,Role,Laboratory code\nOnce Only,once@shifa.example,Staff,${laboratory.code}\n`;
      const first = await csv(text).set('Idempotency-Key', 'import-once').expect(200);
      const again = await csv(text).set('Idempotency-Key', 'import-once').expect(200);
      expect(importOf(again)).toEqual(importOf(first));
    });

    it('creates the valid rows alone if asked to, and returns the cells of the others', async () => {
      const text = [
        'Name,Email,Role,Laboratory code,Department',
        `Valid One,valid.1@shifa.example,Staff,${laboratory.code},Front desk`,
        `Invalid One,nobody,Staff,${laboratory.code},`,
        `Valid Two,valid.2@shifa.example,Staff,${laboratory.code},`,
      ].join('\n');
      const validRowsOnly = { fileName: 'people', content: Buffer.from(text).toString('base64'), validRowsOnly: true };
      const post = (body: object) => app.as(admin).post('/api/staff/import').send(body).expect(200);
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
            'Laboratory code': laboratory.code,
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
      const person = await app.person('lab_admin', {
        laboratoryId: laboratory._id,
        permissionOverrides: { 'staff.create': false },
      });
      await csv('Name,Email,Role\nA B,ab@shifa.example,Staff\n', { person }).expect(403);
    });
  });

  describe('given out', () => {
    it('as Excel: typed cells, dates, text that stays text, and a name', async () => {
      const place = await app.laboratory();
      const name = '=HYPERLINK("https://evil.example","Click")';
      const dates = { joiningDate: '2026-04-01', status: 'exited', exitDate: '2026-05-31' } as const;
      const user = await app.user('staff', {
        laboratoryId: place._id,
        name,
        phone: '+91 98300 11272',
        skills: ['PCR', 'Culture'],
        ...dates,
      });
      const response = await download({ laboratoryId: place.id }).expect(200);
      expect(response.headers['content-type']).toBe(
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      );
      expect(response.headers['content-disposition']).toMatch(/^attachment; filename=staff-\d{4}-\d\d-\d\d\.xlsx$/);
      expect(response.headers['x-content-type-options']).toBe('nosniff');
      const [sheet] = await readXlsxFile(response.body as Buffer);
      const [header, row] = sheet?.data ?? [];
      expect(header).toEqual(Object.values(staffExportColumns));
      expect(row?.slice(9)).toEqual(['PCR; Culture', user.employeeCode, 'Exited', new Date(Date.UTC(2026, 4, 31))]);
      expect(row?.[0]).toBe(name);
      expect(row?.slice(2, 5)).toEqual(['+91 98300 11272', 'Staff', place.code]);
      expect(row?.[8]).toEqual(new Date(Date.UTC(2026, 3, 1)));
    });

    it('as CSV that Excel opens as text, and that can be taken in again', async () => {
      const place = await app.laboratory();
      const name = '@SUM(1+1)*cmd|calc';
      await app.user('staff', {
        laboratoryId: place._id,
        name,
        email: 'out.1@shifa.example',
        phone: '+91 98300 11272',
        skills: ['PCR', 'Culture'],
      });
      const response = await download({ laboratoryId: place.id, format: 'csv' }).expect(200);
      const text = (response.body as Buffer).toString('utf8');
      expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(text.startsWith(`\uFEFF${Object.values(staffExportColumns).join(',')}\r\n"'@SUM(1+1)*cmd|calc",`)).toBe(
        true,
      );
      expect(text).toContain(`,"'+91 98300 11272",`);
      const renamed = text.replace('out.1@', 'out.2@');
      const { created } = importOf(await csv(renamed).expect(200));
      expect(created).toMatchObject([{ name, email: 'out.2@shifa.example' }]);
      const stored = await app.services
        .get(UserRepository)
        .findOne(LabScope.everywhere(), { email: 'out.2@shifa.example' });
      expect(stored?.skills).toEqual(['PCR', 'Culture']);
    });

    it('what the list shows, in its order, of the own laboratory alone', async () => {
      const place = await app.laboratory();
      const person = await app.person('lab_admin', { laboratoryId: place._id, name: 'Zoya Khan' });
      await app.user('staff', { laboratoryId: place._id, name: 'Anil Roy' });
      await app.user('staff', { laboratoryId: place._id, name: 'Gone Roy', status: 'exited' });
      const query = { status: ['active'], sort: '-name' };
      const [sheet] = await readXlsxFile((await download(query, person).expect(200)).body as Buffer);
      expect(sheet?.data.slice(1).map(([name]) => name)).toEqual(['Zoya Khan', 'Anil Roy']);
    });

    it('never in part: above the limit it says how many there are', async () => {
      const counting = jest.spyOn(app.services.get(UserRepository), 'count').mockResolvedValue(MAX_EXPORT_ROWS + 1);
      const response = await app.as(admin).get('/api/staff/export').expect(400);
      counting.mockRestore();
      expect(failureOf(response)).toMatchObject({
        code: 'EXPORT_TOO_LARGE',
        message: 'There are 10,001 people, but a file can hold at most 10,000. Narrow the filter.',
      });
    });

    it.each(['xlsx', 'csv'])('an empty %s sheet to fill in', async (format) => {
      const response = await app
        .as(labAdmin)
        .get('/api/staff/import/template')
        .query({ format })
        .responseType('blob')
        .expect(200);
      expect(response.headers['content-disposition']).toBe(`attachment; filename=staff-import.${format}`);
      const failure = failureOf(await send(response.body as Buffer).expect(400));
      expect(failure.message).toBe('This sheet has no rows below its header');
    });
  });
});

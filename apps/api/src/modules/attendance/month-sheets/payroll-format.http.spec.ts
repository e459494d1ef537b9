import type { MonthSheet, PayrollFormat, SetPayrollFormatBody } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { AttendanceDesk, failureOf } from '../../../../test/attendance/attendance-desk';
import { openExport } from '../../../../test/opened-report';
import type { Person } from '../../../../test/test-app';
import { AttendanceBookRepository } from '../codes/attendance-book.repository';
import { ExportSheet } from './export-sheet';
import { PayrollFormatRepository } from './payroll-format.repository';

const MONTH = '2026-10';
const earlier = new Date('2026-09-01T00:00:00Z');
const settings = '/api/settings/network/payroll-format';

describe('the month sheet as a file', () => {
  let desk: AttendanceDesk;
  let person: Person;

  const read = async () => {
    const response = await desk.app.as(desk.head).get(settings).expect(200);
    return (response.body as { data: PayrollFormat }).data;
  };
  const set = (body: Partial<SetPayrollFormatBody>, viewer = desk.head) => desk.app.as(viewer).put(settings).send(body);
  const save = async (body: Omit<SetPayrollFormatBody, 'version'>) =>
    set({ ...body, version: (await read()).version }).expect(200);
  const fileOf = (query: string) => `/api/attendance/month-sheet/export?month=${MONTH}&${query}`;
  const rowOf = (records: Record<string, unknown>[], header = 'Name') =>
    records.find((row) => row[header] === person.user.name) ?? {};

  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-11-03 08:00');
    person = await desk.staff({ name: '=HYPERLINK("https://evil.example")', createdAt: earlier });
    const books = desk.app.services.get(AttendanceBookRepository);
    await books.setMarkedThrough(desk.laboratory._id, '2026-10-27', earlier);
    const late = await desk.worked(person, '2026-10-28 09:00', '2026-10-28 19:20');
    await desk.decide(desk.admin, late).expect(200);
    desk.at('2026-11-03 08:00');
    await desk.runJobs();
  });
  afterAll(() => desk.close());

  it('has the figures of the screen under its labels until somebody sets a format', async () => {
    const { recordsOf, names } = await openExport(desk.app, desk.admin, fileOf('format=xlsx'));
    expect(names).toEqual(['Payroll']);
    const { lines } = await desk.read<MonthSheet>(desk.admin, `/month-sheet?month=${MONTH}`);
    const { figures } = lines.find((line) => line.person._id === person.id) ?? {};
    expect(rowOf(recordsOf('Payroll'))).toMatchObject({
      'Employee code': person.user.employeeCode,
      'Laboratory code': desk.laboratory.code,
      Month: MONTH,
      'Days paid': figures?.paid,
      'Loss of pay': figures?.lossOfPay,
      'Sick leave': 0,
      'Overtime approved': 1.25,
    });
  });

  it('has the columns, headers and units that were set, as CSV without formulas', async () => {
    await save({
      layout: 'columns',
      time: 'minutes',
      columns: [
        { value: 'employeeCode', header: 'EMP_ID' },
        { value: 'name', header: '=NAME()' },
        { value: 'paid', header: 'PD' },
        { value: 'leave_casual', header: 'CL' },
        { value: 'overtimeMinutes', header: 'OT' },
      ],
    });
    const answer = await desk.app.as(desk.admin).get(fileOf('format=csv')).expect(200);
    expect(answer.headers['content-disposition']).toContain(`payroll-${desk.laboratory.code}-${MONTH}-draft.csv`);
    const lines = answer.text.split('\r\n');
    expect(lines[0]).toBe('\uFEFFEMP_ID,"\'=NAME()",PD,CL,OT');
    expect(lines.find((line) => line.startsWith(person.user.employeeCode))).toBe(
      `${person.user.employeeCode},"'=HYPERLINK(""https://evil.example"")",5,0,75`,
    );
  });

  it('has a row per figure with its code in the other layout', async () => {
    await save({
      layout: 'rows',
      time: 'hours',
      columns: [
        { value: 'employeeCode', header: 'EMP_ID' },
        { value: 'paid', header: 'PD' },
        { value: 'leave_casual', header: 'CL' },
        { value: 'overtimeMinutes', header: 'OT' },
      ],
    });
    const { rowsOf } = await openExport(desk.app, desk.admin, fileOf('format=xlsx'));
    const [headings, ...rows] = rowsOf('Payroll');
    expect(headings).toEqual(['EMP_ID', 'Code', 'Value']);
    expect(rows.filter(([code]) => code === person.user.employeeCode)).toEqual([
      [person.user.employeeCode, 'PD', 5],
      [person.user.employeeCode, 'OT', 1.25],
    ]);
  });

  it('is of all laboratories for a super admin, of closed months as they were closed', async () => {
    const { version: _version, ...usual } = { ...(await read()), layout: 'columns' as const };
    await save(usual);
    const body = { laboratoryId: desk.laboratory.id, month: MONTH };
    await desk.app.as(desk.admin).post('/api/attendance/month-sheet/close').send(body).expect(201);
    const exported = () => openExport(desk.app, desk.head, fileOf('format=xlsx'));
    const before = (await exported()).rowsOf('Payroll');
    const users = desk.app.services.get<Connection>(getConnectionToken()).collection('users');
    await users.updateOne({ _id: person.user._id }, { $set: { joiningDate: '2026-10-20' } });
    expect((await exported()).rowsOf('Payroll')).toEqual(before);
    const answer = await desk.app.as(desk.admin).get(fileOf('format=csv')).expect(200);
    expect(answer.headers['content-disposition']).not.toContain('draft');
    await desk.app.as(person).get(fileOf('format=csv')).expect(403);
    const nameOfAll = async () =>
      (await desk.app.as(desk.head).get(fileOf('format=csv')).expect(200)).headers['content-disposition'];
    await desk.app.laboratory({ status: 'archived' });
    expect(await nameOfAll()).not.toContain('draft');
    const other = await desk.app.laboratory();
    expect(await nameOfAll()).toContain('draft');
    await desk.app
      .as(desk.admin)
      .get(fileOf(`laboratoryId=${other.id}`))
      .expect(404);
  });

  it('names each column that cannot be, and writes nothing', async () => {
    const { columns, version, layout, time } = await read();
    const faultsOf = async (changed: SetPayrollFormatBody['columns'], as = layout) =>
      failureOf(await set({ layout: as, time, columns: changed, version }).expect(400)).errors.map(
        ({ field }) => field,
      );
    const code = { value: 'employeeCode', header: 'Employee' } as const;
    const paid = { value: 'paid', header: 'PD' } as const;
    expect(await faultsOf([code, paid, { value: 'worked', header: ' pd ' }])).toEqual(['columns.2.header']);
    expect(await faultsOf([code, paid, { value: 'paid', header: 'P2' }])).toEqual(['columns.2.value']);
    expect(await faultsOf([code, { value: 'paid', header: '' }])).toEqual(['columns.1.header']);
    expect(await faultsOf([code, { value: 'paid', header: 'a\nb' }])).toEqual(['columns.1.header']);
    expect(await faultsOf([code, { value: 'paid', header: 'x'.repeat(61) }])).toEqual(['columns.1.header']);
    expect(await faultsOf([paid])).toEqual(['columns']);
    expect(await faultsOf([code])).toEqual(['columns']);
    expect(await faultsOf([])).toEqual(expect.arrayContaining(['columns']));
    expect(await faultsOf([{ ...code, header: 'code' }, paid], 'rows')).toEqual(['columns.0.header']);
    expect(await read()).toMatchObject({ columns, version });
  });

  it('is set by those who manage the whole network, with the version that they saw', async () => {
    const { layout, time, columns, version } = await read();
    for (const one of [desk.admin, desk.manager]) await set({ layout, time, columns, version }, one).expect(403);
    await desk.app.as(desk.admin).get(settings).expect(403);
    const answers = await Promise.all([1, 2, 3].map(() => set({ layout, time: 'minutes', columns, version })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const conflict = answers.find(({ status }) => status === 409);
    expect(conflict?.body).toMatchObject({ code: 'VERSION_CONFLICT', conflict: { current: { time: 'minutes' } } });
    // It is removed from the database while it is being changed.
    const repository = desk.app.services.get(PayrollFormatRepository);
    const before = await repository.get();
    await desk.app.services.get<Connection>(getConnectionToken()).collection('payroll_format').deleteMany({});
    const reading = jest.spyOn(repository, 'get').mockResolvedValueOnce(before);
    expect(failureOf(await set({ layout, time, columns, version }).expect(404)).code).toBe('NOT_FOUND');
    reading.mockRestore();
  });

  it('is not exported when it has more rows than a file can have', async () => {
    const exporter = desk.app.services.get<unknown, { rows: () => AsyncIterable<string[]> }>(ExportSheet);
    jest.spyOn(exporter, 'rows').mockImplementation(async function* () {
      await Promise.resolve();
      for (;;) yield Array<string>(30).fill('x'.repeat(2_000));
    });
    const answer = await desk.app.as(desk.head).get(fileOf('format=xlsx'));
    expect(failureOf(answer).code).toBe('EXPORT_TOO_LARGE');
  });
});

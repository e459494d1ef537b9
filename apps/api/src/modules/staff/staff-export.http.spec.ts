import { staffExportColumns } from '@shifa/contract';
import readXlsxFile from 'read-excel-file/node';
import { failureOf, importOf, SheetDesk } from '../../../test/staff/sheet-desk';
import { LabScope } from '../../platform/domain/lab-scope';
import { MAX_EXPORT_ROWS } from './staff-sheet';
import { UserRepository } from './user.repository';

describe('people in sheets', () => {
  let desk: SheetDesk;
  beforeAll(async () => {
    desk = await SheetDesk.open();
  });
  afterAll(() => desk.close());

  const download = (query: object, person = desk.admin) =>
    desk.app
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

  describe('given out', () => {
    it('as Excel: typed cells, dates, text that stays text, and a name', async () => {
      const place = await desk.app.laboratory();
      const name = '=HYPERLINK("https://evil.example","Click")';
      const dates = { joiningDate: '2026-04-01', status: 'exited', exitDate: '2026-05-31' } as const;
      const user = await desk.app.user('staff', {
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
      const place = await desk.app.laboratory();
      const name = '@SUM(1+1)*cmd|calc';
      await desk.app.user('staff', {
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
      const { created } = importOf(await desk.csv(renamed).expect(200));
      expect(created).toMatchObject([{ name, email: 'out.2@shifa.example' }]);
      const stored = await desk.app.services
        .get(UserRepository)
        .findOne(LabScope.everywhere(), { email: 'out.2@shifa.example' });
      expect(stored?.skills).toEqual(['PCR', 'Culture']);
    });

    it('what the list shows, in its order, of the own laboratory alone', async () => {
      const place = await desk.app.laboratory();
      const person = await desk.app.person('lab_admin', { laboratoryId: place._id, name: 'Zoya Khan' });
      await desk.app.user('staff', { laboratoryId: place._id, name: 'Anil Roy' });
      await desk.app.user('staff', { laboratoryId: place._id, name: 'Gone Roy', status: 'exited' });
      const query = { status: ['active'], sort: '-name' };
      const [sheet] = await readXlsxFile((await download(query, person).expect(200)).body as Buffer);
      expect(sheet?.data.slice(1).map(([name]) => name)).toEqual(['Zoya Khan', 'Anil Roy']);
    });

    it('never in part: above the limit it says how many there are', async () => {
      const counting = jest
        .spyOn(desk.app.services.get(UserRepository), 'count')
        .mockResolvedValue(MAX_EXPORT_ROWS + 1);
      const response = await desk.app.as(desk.admin).get('/api/staff/export').expect(400);
      counting.mockRestore();
      expect(failureOf(response)).toMatchObject({
        code: 'EXPORT_TOO_LARGE',
        message: 'There are 10,001 people, but a file can hold at most 10,000. Narrow the filter.',
      });
    });

    it.each(['xlsx', 'csv'])('an empty %s sheet to fill in', async (format) => {
      const response = await desk.app
        .as(desk.labAdmin)
        .get('/api/staff/import/template')
        .query({ format })
        .responseType('blob')
        .expect(200);
      expect(response.headers['content-disposition']).toBe(`attachment; filename=staff-import.${format}`);
      const failure = failureOf(await desk.send(response.body as Buffer).expect(400));
      expect(failure.message).toBe('This sheet has no rows below its header');
    });
  });
});

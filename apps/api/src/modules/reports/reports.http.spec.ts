import type { ReportKind } from '@shifa/contract';
import readXlsxFile from 'read-excel-file/node';
import { startDemoNetwork } from '../../../test/demo-network';
import { addDays, businessDay } from '../../platform/time/business-day';
import { RequestLimits } from '../../platform/http/request-limits';
import { type Person, TestApp } from '../../../test/test-app';

const sheetsOf: Record<ReportKind, string[]> = {
  financial: ['Summary', 'By category', 'By month', 'By laboratory', 'Transactions', 'Exceptions', 'About'],
  attendance: ['Per person', 'Month grid', 'Daily log', 'Exceptions', 'About'],
  inventory: ['Stock', 'Batches', 'Movements', 'Wastage', 'Reorder', 'About'],
  staff: ['Directory', 'Headcount', 'Joiners and leavers', 'About'],
};

describe('reports of the demo network', () => {
  let app: TestApp;
  let head: Person;
  const today = businessDay(new Date(), 'Asia/Kolkata');
  const period = { from: addDays(today, -30), to: today };

  beforeAll(async () => {
    app = await startDemoNetwork();
    app.services.get(RequestLimits).lift();
    head = await app.person('super_admin');
  });
  afterAll(() => app.close());

  const totalOf = async (path: string) => {
    const response = await app.as(head).get(path).expect(200);
    return (response.body as { pagination: { total: number } }).pagination.total;
  };
  const sheets = async (kind: ReportKind) => {
    const response = await app
      .as(head)
      .post('/api/reports/generate-excel')
      .send({ kind, ...period })
      .buffer(true)
      .parse((source, done) => {
        const chunks: Buffer[] = [];
        source.on('data', (chunk: Buffer) => chunks.push(chunk));
        source.on('end', () => {
          done(null, Buffer.concat(chunks));
        });
      })
      .expect(200);
    const read = await readXlsxFile(response.body as Buffer);
    expect(read.map(({ sheet }) => sheet)).toEqual(sheetsOf[kind]);
    return new Map(read.map(({ sheet, data }) => [sheet, data]));
  };
  const days = `from=${period.from}&to=${period.to}&limit=1`;

  it('list the same entries as the finances', async () => {
    const read = await sheets('financial');
    // A header above, and a total below.
    expect((read.get('Transactions')?.length ?? 0) - 2).toBe(await totalOf(`/api/transactions?${days}`));
  });

  it('list the same records as attendance, and marks of the grid', async () => {
    const read = await sheets('attendance');
    expect((read.get('Daily log')?.length ?? 0) - 1).toBe(await totalOf(`/api/attendance?${days}`));
    const [header = [], ...people] = read.get('Month grid') ?? [];
    const first = header.indexOf('1');
    const marks = new Set(people.slice(0, -1).flatMap((row) => row.slice(first, first + 31)));
    expect([...marks].filter((mark) => mark !== null).toSorted()).toEqual(
      expect.arrayContaining(['A', 'HD', 'P', 'WO'].filter((mark) => marks.has(mark))),
    );
    expect([...marks].every((mark) => mark === null || ['P', 'L', 'A', 'H', 'WO', 'HD'].includes(String(mark)))).toBe(
      true,
    );
    const present = people
      .slice(0, -1)
      .flatMap((row) => row.slice(first, first + 31))
      .filter((mark) => mark === 'P');
    expect(people.at(-1)?.[header.indexOf('Present')]).toBe(present.length);
  });

  it('list the same items and movements as inventory', async () => {
    const read = await sheets('inventory');
    expect((read.get('Stock')?.length ?? 0) - 2).toBe(await totalOf('/api/inventory?limit=1'));
    expect((read.get('Movements')?.length ?? 0) - 1).toBe(await totalOf(`/api/inventory/movements?${days}`));
    const valueOf = (name: string) => {
      const [header = [], ...rows] = read.get(name) ?? [];
      return rows.at(-1)?.[header.indexOf('Value')];
    };
    expect(valueOf('Batches')).toBe(valueOf('Stock'));
  });

  it('count everybody of the directory', async () => {
    const read = await sheets('staff');
    const [header = [], ...rows] = read.get('Headcount') ?? [];
    expect(rows.at(-1)?.[header.indexOf('Total')]).toBe((read.get('Directory')?.length ?? 0) - 1);
  });
});

import { randomBytes } from 'node:crypto';
import { FileRepository } from '../../platform/files/file.repository';
import { LabScope } from '../../platform/domain/lab-scope';
import { MAX_EXPORT_BYTES } from '../../platform/sheet/export-budget';
import { TestApp } from '../../../test/test-app';
import { ReportWriter } from './report-writer';
import { ReportRepository } from './report.repository';

const CELL = 30_000;

describe('a report that becomes too large', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  it('ends with an error that says what to do, is in the history, and leaves no file behind', async () => {
    const { user } = await app.person('super_admin');
    const writer = app.services.get(ReportWriter);
    const fileName = 'inventory.xlsx';
    const parameters = { kind: 'inventory', from: '2026-11-01', to: '2026-11-30', schedule: null } as const;
    const bounds = { laboratoryId: null, subjectId: null };
    const row = writer.newReport({ userId: user._id.toHexString(), name: user.name }, parameters, { bounds, fileName });
    const rows = function* () {
      // Random, so that compression does not make it small.
      for (let written = 0; written < 2 * MAX_EXPORT_BYTES; written += CELL) {
        yield [randomBytes((CELL * 3) / 4).toString('base64')];
      }
    };
    const table = { name: 'Stock', columns: [{ heading: 'Text', kind: 'text', width: 20 } as const], rows: rows() };
    const content = { count: 1, noun: 'rows', tables: [table], rules: [] };
    const about = { name: 'About', columns: [], rows: [] };
    const parts = writer.write(row, { content, about, bounds, fileName }, new AbortController().signal);

    let bytes = 0;
    const reading = async () => {
      for await (const part of parts) bytes += part.length;
    };
    const message = 'The report is larger than 32 MB. Choose a shorter period or one laboratory.';
    await expect(reading()).rejects.toMatchObject({ code: 'EXPORT_TOO_LARGE', message });
    expect(bytes).toBeLessThanOrEqual(MAX_EXPORT_BYTES);
    const stored = await app.services.get(ReportRepository).findById(LabScope.everywhere(), row._id.toHexString());
    expect(stored).toMatchObject({ status: 'failed', reason: message });
    const files = app.services.get(FileRepository);
    expect([await files.open(row.fileId), await files.open(row.snapshotId)]).toEqual([null, null]);
  });
});

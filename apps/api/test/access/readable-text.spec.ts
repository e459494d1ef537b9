import { Workbook } from 'exceljs';
import { readableText } from './readable-text';

describe('the text of a download', () => {
  it('contains every cell of a workbook', async () => {
    const workbook = new Workbook();
    workbook.addWorksheet('People').addRows([
      ['Name', 'Joined'],
      ['Meera Nair', '2026-01-05'],
    ]);
    const text = readableText(Buffer.from(await workbook.xlsx.writeBuffer()));
    expect(text).toContain('Meera Nair');
    expect(text).toContain('2026-01-05');
  });

  it('is unchanged if the file is not compressed', () => {
    expect(readableText(Buffer.from('Name\nMeera Nair'))).toBe('Name\nMeera Nair');
  });
});

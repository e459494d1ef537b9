import { text } from 'node:stream/consumers';
import { parse } from 'papaparse';
import { defineSheet } from './sheet';
import { withinBudget } from './export-budget';
import type { SheetColumn, SheetRow } from './sheet-cell';

const columns: SheetColumn[] = [
  { heading: 'Day', kind: 'day', width: 12 },
  { heading: 'Note', kind: 'text', width: 30 },
];

async function* rowsOf(count: number, size: number): AsyncGenerator<SheetRow> {
  await Promise.resolve();
  for (let index = 1; index <= count; index += 1) yield [`2026-11-${String(index).padStart(2, '0')}`, 'x'.repeat(size)];
}

describe('the size of an exported file', () => {
  it('is limited in bytes, and the refusal says what fits', async () => {
    const read: SheetRow[] = [];
    const reading = async (count: number) => {
      for await (const row of withinBudget(rowsOf(count, 990), { columns, label: 0, most: 10_000 })) read.push(row);
    };
    await reading(10);
    expect(read).toHaveLength(10);
    await expect(reading(11)).rejects.toMatchObject({
      code: 'EXPORT_TOO_LARGE',
      message:
        'The file would be larger than 1 MB. Only its first 10 rows fit, through Day 2026-11-10. ' +
        'Choose a shorter period or narrow the filter.',
    });
  });

  it('applies to every sheet in both formats, whose sources are closed', async () => {
    const sheet = defineSheet<{ text: string }>()({
      name: 'Notes',
      headings: { note: 'Note' },
      label: ['note'],
      columns: { note: { width: 20, value: ({ text }) => text } },
    });
    const asker = { userId: 'somebody' };
    let closed = 0;
    const large = async function* () {
      await Promise.resolve();
      try {
        for (;;) yield { text: 'x'.repeat(4 * 1024 * 1024) };
      } finally {
        closed += 1;
      }
    };
    await expect(sheet.export(asker, 'notes', 'csv', large())).rejects.toMatchObject({ code: 'EXPORT_TOO_LARGE' });
    expect(closed).toBe(1);
    const small = await sheet.export(asker, 'notes', 'csv', [{ text: 'one' }]);
    expect(parse((await text(small.content)).trim()).data).toEqual([['Note'], ['one']]);
  });
});

import { sheetXml, sparseWorkbook, textCell, workbookParts, type ZipPart, zipOf } from '../../../test/workbook-files';
import { parseDay, readTable } from './sheet-reader';

const shape = { columns: { name: 'Name', amount: 'Amount' }, required: ['name'], maxRows: 1000 } as const;
const read = (content: Buffer, person = 'asha') =>
  readTable(person, content, { ...shape, required: [...shape.required] });
const header: [number, string] = [1, textCell('A1', 'Name') + textCell('B1', 'Amount')];
const book = (...rows: [number, string][]) => zipOf(workbookParts(sheetXml([header, ...rows])));
const valid = workbookParts(sheetXml([header, [2, textCell('A2', 'Asha') + '<c r="B2"><v>12.5</v></c>']]));
const withPart = (path: string, content: string | Buffer): Buffer => zipOf([...valid, { path, content }]);
const changed = (change: Partial<ZipPart>): Buffer =>
  zipOf(valid.map((part) => (part.path.endsWith('sheet1.xml') ? { ...part, ...change } : part)));

const MB = 1_048_576;
const damaged = 'This Excel file is damaged';
const tooLarge = 'This Excel file is too large when unpacked. The limit is 20 MB';
const tooComplex = 'This file is too complex. Copy its rows to a new workbook, or save it as CSV';
const unknownKind = 'This file is neither CSV (UTF-8) nor Excel. Save it as “CSV UTF-8” or as .xlsx';
const password = 'This Excel file has a password. Save it as .xlsx without one';
const farRow = 'Row 1,048,576 is beyond row 10,000, the last one that is read. Delete the rows below your data';
const farColumn = (cell: string) =>
  `Cell ${cell} is beyond column 200, the last one that is read. Delete the columns to the right of your data`;

/** The sizes of a zip64 file, which stand in an extra field. */
function zip64(size: bigint): Buffer {
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(size, 4);
  extra.writeBigUInt64LE(size, 12);
  return extra;
}

const rowsOf = (count: number, row: (number: number) => string) =>
  Array.from({ length: count }, (_, index): [number, string] => [index + 2, row(index + 2)]);
const styles = (format: string) =>
  `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${format}"/></numFmts>` +
  '<cellXfs><xf numFmtId="170"/></cellXfs></styleSheet>';
const sheetOfStyle = sheetXml([header, [2, textCell('A2', 'Asha') + '<c r="B2" s="0"><v>1</v></c>']]);

describe('a hostile workbook', () => {
  const files: [string, () => Buffer, string][] = [
    ['that spans the largest sheet', sparseWorkbook, farColumn('XFD1')],
    ['with one cell in the last row', () => book([1_048_576, textCell('A1048576', 'x')]), farRow],
    ['with an empty last row', () => book([1_048_576, '']), farRow],
    ['with a row far beyond Excel', () => book([1e9, '']), farRow.replace('1,048,576', '1,000,000,000')],
    ['with a row of another number than its cells', () => book([2, textCell('A1048576', 'x')]), farRow],
    [
      'with rows without a number',
      () => zipOf(workbookParts(`<w>${'<row/>'.repeat(100_000)}</w>`)),
      farRow.replace('1,048,576', '10,001'),
    ],
    ['with one cell far to the right', () => book([2, textCell('GS2', 'x')]), farColumn('GS2')],
    ['with cell addresses that are none', () => book([2, textCell('$A$2', 'x')]), damaged],
    ['with rows in disorder', () => book([5, ''], [4, '']), "The rows of this sheet aren't in order: 4 follows 5"],
    ['with a row twice', () => book([2, ''], [2, '']), "The rows of this sheet aren't in order: 2 follows 2"],
    ['with a cell twice', () => book([2, textCell('A2', 'x').repeat(2)]), "The cells of row 2 aren't in order"],
    [
      'of 190 parts that declare 20 MB each',
      () =>
        zipOf(
          Array.from({ length: 190 }, (_, index) => ({ path: `xl/${index}.xml`, content: 'x', declaredSize: 20 * MB })),
        ),
      tooLarge,
    ],
    [
      'of 190 parts that unpack to 1 MB each',
      () =>
        zipOf(
          Array.from({ length: 190 }, (_, index) => ({
            path: `xl/${index}.xml`,
            content: Buffer.alloc(MB),
            declaredSize: 10,
          })),
        ),
      tooLarge,
    ],
    [
      'of 201 parts',
      () => zipOf(Array.from({ length: 201 }, (_, index) => ({ path: `xl/${index}.xml`, content: 'x' }))),
      'This Excel file consists of more than 200 parts',
    ],
    [
      'that unpacks to more than it declares',
      () => changed({ content: Buffer.alloc(64 * MB, ' '), declaredSize: 100 }),
      tooLarge,
    ],
    ['that unpacks to much beside its sheets', () => withPart('docProps/photo.jpeg', Buffer.alloc(64 * MB)), tooLarge],
    ['of zip64 sizes', () => changed({ declaredSize: 0xffffffff, extra: zip64(2n ** 60n) }), tooLarge],
    ['with a part twice', () => zipOf([...valid, ...valid]), damaged],
    ['with a locked part', () => changed({ flags: 1 }), password],
    ['with a zip inside', () => zipOf([{ path: 'book.xlsx', content: zipOf(valid) }]), damaged],
    ['that is cut off', () => zipOf(valid).subarray(0, 700), damaged],
    ['without a sheet', () => zipOf(valid.filter(({ path }) => !path.endsWith('sheet1.xml'))), damaged],
    [
      'whose sheet is another kind of part',
      () =>
        zipOf(
          workbookParts('', {
            'xl/_rels/workbook.xml.rels': '<a><Relationship Id="rId1" Target="../../etc/passwd"/></a>',
          }),
        ),
      damaged,
    ],
    [
      'with entities that grow',
      () => changed({ content: `<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;">]>${sheetXml([header])}` }),
      'This Excel file contains a document type declaration, which no spreadsheet program writes',
    ],
    [
      'with elements in a million elements',
      () => changed({ content: '<a>'.repeat(1_000_000) }),
      'This Excel file has more than 100 nested elements',
    ],
    ["with elements that aren't closed", () => changed({ content: '<a><b><c>' }), damaged],
    [
      'with a long text in every cell',
      () =>
        zipOf(
          workbookParts(
            sheetXml([
              [1, '<c r="A1" t="s"><v>0</v></c>'],
              ...rowsOf(900, (row) => `<c r="A${row}" t="s"><v>1</v></c>`),
            ]),
            { 'xl/sharedStrings.xml': `<sst><si><t>Name</t></si><si><t>${'x'.repeat(10_000)}</t></si></sst>` },
          ),
        ),
      'This sheet has 9000000 characters; the limit is 2000000. Split it into several files',
    ],
    [
      'with a text that no field takes',
      () => book([2, textCell('A2', 'x'.repeat(10_001))]),
      '“Name” in row 2 has 10001 characters; the limit is 10000. Shorten it',
    ],
  ];

  it.each(files)(
    '%s is refused with its reason',
    async (_, file, reason) => {
      await expect(read(file())).rejects.toMatchObject({ code: 'SHEET_UNREADABLE', message: reason });
    },
    30_000,
  );

  const harmless: [string, () => Buffer][] = [
    [
      'of 100,000 merged cells',
      () =>
        zipOf(
          workbookParts(
            sheetXml([header, [2, textCell('A2', 'Asha')]], '<mergeCell ref="A1:XFD1048576"/>'.repeat(100_000)),
          ),
        ),
    ],
    [
      'that declares a dimension without end',
      () =>
        zipOf(
          workbookParts(
            sheetXml([header, [2, textCell('A2', 'Asha')]]).replace(
              '<sheetData>',
              '<dimension ref="A1:XFD1048576"/><sheetData>',
            ),
          ),
        ),
    ],
    [
      'of a million shared strings',
      () => withPart('xl/sharedStrings.xml', `<sst count="4294967295">${'<si><t>x</t></si>'.repeat(1_000_000)}</sst>`),
    ],
    [
      'with a date beyond all calendars',
      () => zipOf(workbookParts(sheetOfStyle.replace('<v>1</v>', '<v>1e300</v>'), { 'xl/styles.xml': styles('yyyy') })),
    ],
    ['with more rows in its second sheet', () => withPart('xl/worksheets/sheet2.xml', sheetXml([[1_048_576, '']]))],
  ];

  it.each(harmless)(
    '%s is read',
    async (_, file) => {
      await expect(read(file())).resolves.toMatchObject([{ row: 2, cells: { name: 'Asha' } }]);
    },
    30_000,
  );
});

describe('a hostile CSV', () => {
  const text = (content: string) => () => Buffer.from(content);
  const files: [string, () => Buffer, string][] = [
    ['of 500,001 columns', text(`Name${','.repeat(500_000)}`), 'Row 1 has 500001 columns; the limit is 200'],
    ['with one long row', text(`Name\nAsha${','.repeat(500_000)}`), 'Row 2 has 500001 columns; the limit is 200'],
    [
      'of a million blank rows',
      text(`Name\n${'\n'.repeat(1_000_000)}`),
      'This sheet has more than 10000 rows, blank ones included. Delete the blank rows',
    ],
    [
      'of one cell',
      text(`Name\n${'x'.repeat(1_000_000)}`),
      '“Name” in row 2 has 1000000 characters; the limit is 10000. Shorten it',
    ],
    ['with quotes that are never closed', text(`Name\n"${'x\n'.repeat(400_000)}`), "The quotes in row 2 aren't closed"],
    ['with quotes in quotes', text(`Name\n${'"x"y'.repeat(200_000)}`), "The quotes in row 2 aren't closed"],
    ['with NUL bytes', text('Name\nAs\0ha'), unknownKind],
    ['in UTF-16', () => Buffer.from('\uFEFFName\nAsha', 'utf16le'), unknownKind],
    ['in Latin-1', () => Buffer.from('Name\nRenée', 'latin1'), unknownKind],
    [
      'with 200 unknown columns',
      text(Array.from({ length: 200 }, (_, index) => `${'x'.repeat(500)}${index}`).join()),
      Array.from({ length: 20 }, () => `The column “${'x'.repeat(60)}” is unknown`).join('. '),
    ],
  ];

  it.each(files)('%s is refused with its reason', async (_, file, reason) => {
    await expect(read(file())).rejects.toMatchObject({ code: 'SHEET_UNREADABLE', message: reason });
  });
});

it('reads the cells of a workbook and of CSV alike', async () => {
  const expected = [{ row: 2, cells: { name: 'Asha', amount: 12.5 } }];
  await expect(read(zipOf(valid))).resolves.toEqual(expected);
  await expect(read(Buffer.from('name;AMOUNT\nAsha;12.5'))).resolves.toEqual([
    { row: 2, cells: { name: 'Asha', amount: '12.5' } },
  ]);
});

it('ends a thread that takes for ever; others get their turn all the while', async () => {
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  }, 1);
  const endless = zipOf(workbookParts(sheetOfStyle, { 'xl/styles.xml': styles('['.repeat(4 * MB)) }));
  await expect(read(endless)).rejects.toMatchObject({ code: 'SHEET_UNREADABLE', message: tooComplex });
  clearInterval(others);
  expect(turns).toBeGreaterThan(100);
  await expect(read(zipOf(valid))).resolves.toHaveLength(1);
}, 30_000);

it('reads one of 24 files that one person sends while another person’s file is read at once', async () => {
  // 51 kB with 900,000 empty texts, which take the thread until its deadline.
  const strings = `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${'<si><t/></si>'.repeat(900_000)}</sst>`;
  const bomb = zipOf([...valid, { path: 'xl/sharedStrings.xml', content: strings }]);
  expect(bomb.length).toBeLessThan(100_000);
  let ended = 0;
  const flood = Array.from({ length: 24 }, () =>
    read(bomb)
      .catch((error: unknown) => error)
      .finally(() => (ended += 1)),
  );
  await expect(read(zipOf(valid), 'ravi')).resolves.toHaveLength(1);
  // Those beyond the share were refused at once; the others still run or wait.
  expect(ended).toBe(20);
  const refused = (await Promise.all(flood)).filter((each) => (each as { code?: string }).code === 'UNAVAILABLE');
  expect(refused).toHaveLength(20);
  await expect(read(zipOf(valid))).resolves.toHaveLength(1);
}, 60_000);

it('reads days', () => {
  expect(parseDay('1/4/2026')).toBe('2026-04-01');
});

import { deflateRawSync } from 'node:zlib';
import { MAX_SHEET_ROWS } from '@shifa/contract';
import { failureOf, SheetDesk } from '../../../test/staff/sheet-desk';
import { sparseWorkbook, zipOf } from '../../../test/workbook-files';

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
  let desk: SheetDesk;
  beforeAll(async () => {
    desk = await SheetDesk.open();
  });
  afterAll(() => desk.close());

  describe('taken in', () => {
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
      const failure = failureOf(await desk.send(content).expect(400));
      expect(failure.code).toBe('SHEET_UNREADABLE');
      expect(failure.message).toMatch(new RegExp(reason));
    });

    it('names every column that is unknown, there twice, or missing', async () => {
      const failure = failureOf(await desk.csv('Name,name,Emial,Role\nA,B,c,d\n').expect(400));
      expect(failure.errors.map(({ message }) => message)).toEqual([
        'The column “Emial” is unknown',
        'The column “Name” appears twice',
        'The column “Email” is missing',
        'The column “Laboratory code” is missing',
      ]);
    });

    it('takes no more rows than it says', async () => {
      const rows = Array.from({ length: MAX_SHEET_ROWS + 1 }, (_, index) => `A,${index}@x.example,Staff,X`);
      const failure = failureOf(await desk.csv(['Name,Email,Role,Laboratory code', ...rows].join('\n')).expect(400));
      expect(failure.message).toBe('This sheet has 1001 rows; the limit is 1000. Split it into several files');
    });
  });
});

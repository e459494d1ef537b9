import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readProductCode } from '@shifa/contract';
import bwip from 'bwip-js/node';
import { prepareZXingModule } from 'zxing-wasm/reader';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCodes } from './read-codes';

const GTIN = '09501101020917';
const elements = `(10)AB-123(01)${GTIN}(17)280600(21)S7`;
const box = { kind: 'gs1', gtin: GTIN, batchNumber: 'AB-123', expiryDate: '2028-06-30', serial: 'S7' };

function draw(bcid: string, text: string, more: object = {}): Promise<Uint8Array> {
  const quiet = { paddingwidth: 12, paddingheight: 12, backgroundcolor: 'FFFFFF' };
  return bwip.toBuffer({ bcid, text, scale: 3, ...quiet, ...more }).then((png) => new Uint8Array(png));
}

async function read(bcid: string, text: string, more?: object) {
  const codes = await readCodes(await draw(bcid, text, more));
  return codes.map((code) => readProductCode(code, '2026-11-26').code);
}

describe('the decoder that the scanner loads', () => {
  beforeAll(() => {
    const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });
  });

  it.each([
    ['GS1 DataMatrix', 'gs1datamatrix'],
    ['GS1-128', 'gs1-128'],
    ['GS1 QR code', 'gs1qrcode'],
    ['GS1 DataBar Expanded', 'databarexpanded'],
  ])('reads the elements of %s with their separators', async (_, bcid) => {
    expect(await read(bcid, elements)).toMatchObject([box]);
  });

  it.each(['N', 'R', 'I', 'L'])('reads a code that is turned (%s)', async (rotate) => {
    expect(await read('gs1datamatrix', elements, { rotate })).toMatchObject([box]);
    expect(await read('gs1-128', elements, { rotate })).toMatchObject([box]);
  });

  it.each([
    ['EAN-13', 'ean13', '9501101020917', GTIN],
    ['EAN-8', 'ean8', '96385074', '00000096385074'],
    ['UPC-A', 'upca', '036000291452', '00036000291452'],
    ['UPC-E', 'upce', '01234565', '00012345000065'],
    ['ITF-14', 'itf14', GTIN, GTIN],
  ])('reads %s as a GTIN', async (_, bcid, text, gtin) => {
    expect(await read(bcid, text)).toMatchObject([{ kind: 'gtin', gtin }]);
  });

  it('reads a GS1 Digital Link, Code 128 and an own label', async () => {
    const link = await read('qrcode', `https://id.example/01/${GTIN}/10/AB1?17=280630`);
    expect(link).toMatchObject([{ kind: 'link', gtin: GTIN, batchNumber: 'AB1' }]);
    expect(await read('code128', 'LOT-77')).toMatchObject([{ kind: 'text', text: 'LOT-77' }]);
    const label = 'https://shifa.example/inventory/batches/65f0c0ffee65f0c0ffee65f0';
    expect(await readCodes(await draw('qrcode', label))).toEqual([`]Q1${label}`]);
  });

  it('finds nothing in a damaged picture', async () => {
    const png = await draw('qrcode', 'X');
    await expect(readCodes(png.slice(0, 40))).resolves.toEqual([]);
  });
});

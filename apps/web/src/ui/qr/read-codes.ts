import { readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';

/** The codes on boxes. UPC-A is read as EAN-13, with a leading zero. */
const options: ReaderOptions = {
  formats: ['DataMatrix', 'QRCode', 'Code128', 'EAN13', 'EAN8', 'UPCA', 'UPCE', 'ITF', 'DataBarExp'],
  // Otherwise elements come in brackets, and separators are lost.
  textMode: 'Plain',
  tryHarder: true,
  // Two codes on one box, and one beside it.
  maxNumberOfSymbols: 3,
};

/** The texts of all codes in a picture, each with its symbology identifier, as a hand scanner would type it. */
export async function readCodes(picture: Uint8Array | ImageData): Promise<string[]> {
  const found = await readBarcodes(picture, options);
  return found.filter(({ isValid }) => isValid).map(({ symbologyIdentifier, text }) => symbologyIdentifier + text);
}

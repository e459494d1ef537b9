import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const MAGIC = 0xbeefc0de;
const FORMAT_VERSION = 2;
const HEADER_BYTES = 160;
const LARGEST_PAGE = 65_536;

/** Offsets in each of the two header pages at the start of an LMDB file (on 64-bit systems). */
const MAGIC_AT = 24;
const VERSION_AT = 28;
const PAGE_SIZE_AT = 48;
const LAST_PAGE_AT = 144;
const TRANSACTION_AT = 152;

interface Header {
  pageSize: number;
  lastPage: number;
  transaction: bigint;
}

/**
 * The fault of a data file, or undefined if it can be opened (including an empty one). LMDB maps the file into memory
 * and would crash the process where bytes are missing.
 */
export function faultOf(file: string): string | undefined {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    if (size === 0) return undefined;
    const first = readHeader(descriptor, 0);
    const pageSize = first?.pageSize ?? 4096;
    const second = readHeader(descriptor, pageSize);
    const latest = first && second ? (second.transaction > first.transaction ? second : first) : (first ?? second);
    if (!latest) return 'the file does not start like a data file';
    const expected = (latest.lastPage + 1) * latest.pageSize;
    return size < expected ? `the file has ${size} bytes but should have at least ${expected}` : undefined;
  } finally {
    closeSync(descriptor);
  }
}

function readHeader(descriptor: number, offset: number): Header | undefined {
  const bytes = Buffer.alloc(HEADER_BYTES);
  if (readSync(descriptor, bytes, 0, HEADER_BYTES, offset) < HEADER_BYTES) return undefined;
  if (bytes.readUInt32LE(MAGIC_AT) !== MAGIC) return undefined;
  if ((bytes.readUInt32LE(VERSION_AT) & 0xffff) !== FORMAT_VERSION) return undefined;
  const pageSize = bytes.readUInt32LE(PAGE_SIZE_AT);
  if (pageSize < 512 || pageSize > LARGEST_PAGE) return undefined;
  return {
    pageSize,
    lastPage: Number(bytes.readBigUInt64LE(LAST_PAGE_AT)),
    transaction: bytes.readBigUInt64LE(TRANSACTION_AT),
  };
}

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const MAGIC = 0xbeefc0de;
const FORMAT_VERSION = 2;
const HEADER_BYTES = 160;
const LARGEST_PAGE = 65_536;

/** Offsets in each of the two header pages at the start of an LMDB file (on 64-bit systems). */
const MAGIC_AT = 24;
const VERSION_AT = 28;
const PAGE_SIZE_AT = 48;
const FREE_ROOT_AT = 88;
const MAIN_ROOT_AT = 136;
const LAST_PAGE_AT = 144;
const TRANSACTION_AT = 152;

/** Offsets in each page of a tree, whose nodes are counted from the end of its head. */
const FLAGS_AT = 18;
const LOWER_AT = 20;
const PAGE_HEAD_BYTES = 24;
const IS_BRANCH = 1;

/** Offsets in a node, and the flag of one whose value is on other pages. */
const NODE_FLAGS_AT = 4;
const KEY_SIZE_AT = 6;
const KEY_AT = 8;
const PAGES_AT = 16;
const IS_ELSEWHERE = 1;

const NO_PAGE = 0xffff_ffff_ffff_ffffn;

interface Header {
  pageSize: number;
  /** The first pages of the trees of free pages and of entries. */
  roots: bigint[];
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
    // A page that a commit allocated and freed again was never written, so the file may end before the last page.
    if (size >= expected || holdsTrees(descriptor, size, latest)) return undefined;
    return `the file has ${size} bytes but should have at least ${expected}`;
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
    roots: [FREE_ROOT_AT, MAIN_ROOT_AT].map((at) => bytes.readBigUInt64LE(at)).filter((page) => page !== NO_PAGE),
    lastPage: Number(bytes.readBigUInt64LE(LAST_PAGE_AT)),
    transaction: bytes.readBigUInt64LE(TRANSACTION_AT),
  };
}

/** Whether every page that a tree uses is in the file. */
function holdsTrees(descriptor: number, size: number, { pageSize, roots, lastPage }: Header): boolean {
  const waiting = roots.map(Number);
  const bytes = Buffer.alloc(pageSize);
  // More than all pages would be a circle.
  for (let count = 0; count <= lastPage; count += 1) {
    const page = waiting.pop();
    if (page === undefined) return true;
    if ((page + 1) * pageSize > size) return false;
    readSync(descriptor, bytes, 0, pageSize, page * pageSize);
    try {
      for (const { first, pages, isTree } of pagesUsedBy(bytes)) {
        if ((first + pages) * pageSize > size) return false;
        if (isTree) waiting.push(first);
      }
    } catch (error) {
      // An offset of a damaged page.
      if (error instanceof RangeError) return false;
      throw error;
    }
  }
  return false;
}

function pagesUsedBy(bytes: Buffer): { first: number; pages: number; isTree: boolean }[] {
  const isTree = (bytes.readUInt16LE(FLAGS_AT) & IS_BRANCH) !== 0;
  const nodes = Array.from({ length: bytes.readUInt16LE(LOWER_AT) >> 1 }, (_, i) => {
    return PAGE_HEAD_BYTES + bytes.readUInt16LE(PAGE_HEAD_BYTES + 2 * i);
  });
  if (isTree) return nodes.map((node) => ({ first: bytes.readUIntLE(node, KEY_SIZE_AT), pages: 1, isTree }));
  return nodes
    .filter((node) => (bytes.readUInt16LE(node + NODE_FLAGS_AT) & IS_ELSEWHERE) !== 0)
    .map((node) => {
      const value = node + KEY_AT + bytes.readUInt16LE(node + KEY_SIZE_AT);
      const [first, pages] = [value, value + PAGES_AT].map((at) => Number(bytes.readBigUInt64LE(at)));
      return { first: first ?? 0, pages: pages ?? 0, isTree };
    });
}

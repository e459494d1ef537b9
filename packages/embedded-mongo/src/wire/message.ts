import { ErrorCode, MongoError } from '../query/error.js';

/** The wire protocol operations that this server reads or writes. */
const OpCode = { reply: 1, query: 2004, message: 2013 } as const;

export const HEADER_BYTES = 16;
export const MAX_MESSAGE_BYTES = 48_000_000;

const MORE_TO_COME = 2;
/** Flags below bit 16 must be understood; all others may be ignored. */
const REQUIRED_FLAGS = 0xffff;
const UNKNOWN_FLAG = 40429;

/** A request as received: a command's body and its document sequences, all still in BSON. */
export interface Request {
  requestId: number;
  opCode: number;
  body: Buffer;
  sequences: Map<string, Buffer[]>;
  /** False if the sender does not expect a reply. */
  wantsReply: boolean;
}

/** Parses one complete message. @throws MongoError 17 if it is malformed. */
export function readRequest(message: Buffer): Request {
  const requestId = message.readInt32LE(4);
  const opCode = message.readInt32LE(12);
  if (opCode === OpCode.message) return readMessage(message, requestId);
  if (opCode === OpCode.query) return readQuery(message, requestId);
  throw new MongoError(ErrorCode.ProtocolError, `The op code ${opCode} is not supported by the embedded database`);
}

function readMessage(message: Buffer, requestId: number): Request {
  const flags = message.readUInt32LE(HEADER_BYTES);
  const unknown = flags & REQUIRED_FLAGS & ~MORE_TO_COME;
  if (unknown !== 0) throw new MongoError(UNKNOWN_FLAG, `Message contains illegal flags value: ${unknown}`);
  const end = message.length;
  const sequences = new Map<string, Buffer[]>();
  let body: Buffer | undefined;
  let at = HEADER_BYTES + 4;
  while (at < end) {
    const kind = message[at];
    at += 1;
    const size = sizeAt(message, at, end);
    const section = message.subarray(at, at + size);
    if (kind === 0) {
      if (body) throw malformed('more than one body');
      body = section;
    } else if (kind === 1) {
      const { name, documents } = readSequence(section);
      sequences.set(name, documents);
    } else {
      throw malformed(`a section of unknown kind ${String(kind)}`);
    }
    at += size;
  }
  if (!body) throw malformed('no body');
  return { requestId, opCode: OpCode.message, body, sequences, wantsReply: (flags & MORE_TO_COME) === 0 };
}

function readSequence(section: Buffer): { name: string; documents: Buffer[] } {
  const nameEnd = section.indexOf(0, 4);
  if (nameEnd < 0) throw malformed('a document sequence without a name');
  const documents: Buffer[] = [];
  for (let at = nameEnd + 1; at < section.length;) {
    const size = sizeAt(section, at, section.length);
    documents.push(section.subarray(at, at + size));
    at += size;
  }
  return { name: section.toString('utf8', 4, nameEnd), documents };
}

function readQuery(message: Buffer, requestId: number): Request {
  const nameEnd = message.indexOf(0, HEADER_BYTES + 4);
  if (nameEnd < 0) throw malformed('a query without a namespace');
  const at = nameEnd + 1 + 8;
  const body = message.subarray(at, at + sizeAt(message, at, message.length));
  return { requestId, opCode: OpCode.query, body, sequences: new Map(), wantsReply: true };
}

function sizeAt(buffer: Buffer, at: number, end: number): number {
  const size = at + 4 <= end ? buffer.readInt32LE(at) : 0;
  if (size < 5 || at + size > end) throw malformed('a length that does not fit');
  return size;
}

function malformed(detail: string): MongoError {
  return new MongoError(ErrorCode.ProtocolError, `The message is malformed: ${detail}`);
}

let lastRequestId = 0;

/** Up to this size, copying is cheaper than a second write. */
const ONE_WRITE_BYTES = 65_536;

/** The reply to a request, in the protocol of the request, as the buffers to send. */
export function writeReply(request: Pick<Request, 'requestId' | 'opCode'>, body: Uint8Array): Buffer[] {
  const head =
    request.opCode === OpCode.query
      ? queryReplyHead(request.requestId, body.length)
      : messageHead(request.requestId, body.length);
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return body.length <= ONE_WRITE_BYTES ? [Buffer.concat([head, bytes])] : [head, bytes];
}

function messageHead(responseTo: number, bodyBytes: number): Buffer {
  return header(HEADER_BYTES + 5, bodyBytes, responseTo, OpCode.message);
}

function queryReplyHead(responseTo: number, bodyBytes: number): Buffer {
  const head = header(HEADER_BYTES + 20, bodyBytes, responseTo, OpCode.reply);
  head.writeInt32LE(8, HEADER_BYTES);
  head.writeInt32LE(1, HEADER_BYTES + 16);
  return head;
}

function header(headBytes: number, bodyBytes: number, responseTo: number, opCode: number): Buffer {
  const head = Buffer.alloc(headBytes);
  lastRequestId = (lastRequestId + 1) & 0x7fffffff;
  head.writeInt32LE(headBytes + bodyBytes, 0);
  head.writeInt32LE(lastRequestId, 4);
  head.writeInt32LE(responseTo, 8);
  head.writeInt32LE(opCode, 12);
  return head;
}

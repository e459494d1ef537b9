import type { Document } from '../query/bson.js';
import type { CursorReply } from '../wire/cursor-reply.js';
import type { Call } from './call.js';

export type Reply = Document | CursorReply;

/** One command of the protocol. */
export interface Command {
  /** Whether it may run in a transaction. */
  inTransaction?: boolean;
  /** Whether it may be sent as a retryable write. */
  retryable?: boolean;
  /** Whether it is available on `admin` only. */
  adminOnly?: boolean;
  /** Whether it commits or aborts a transaction. */
  endsTransaction?: boolean;
  run(call: Call): Promise<Reply> | Reply;
}

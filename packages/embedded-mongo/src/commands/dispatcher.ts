import { BSONError } from 'bson';
import { constants } from 'node:os';
import { decode, encode, isDocument, type Document } from '../query/bson.js';
import { codeNameOf, ErrorCode, messageOf, MongoError } from '../query/error.js';
import { toDouble, isNumeric } from '../query/number.js';
import { refused } from '../supported.js';
import type { Engine } from '../server/engine.js';
import type { RetryableWrite } from '../session/sessions.js';
import type { Transaction } from '../session/transaction.js';
import { damagedData, isDamage } from '../store/folder.js';
import { CursorReply } from '../wire/cursor-reply.js';
import type { Request } from '../wire/message.js';
import { Call, type Sent, type Command, type Reply } from './call.js';
import { checkOptions } from './fields.js';
import { findCommand } from './registry.js';
import { sessionIdOf } from './session-commands.js';

const DATA_CORRUPTION_DETECTED = 361;

/** A command of a session, with its number. */
type Numbered = Sent & { sessionId: string; txnNumber: number };

/** Runs requests and turns their results or errors into replies. */
export class Dispatcher {
  constructor(private readonly engine: Engine) {}

  /** Answers one request; never throws. */
  async answer(request: Request, connectionId: number): Promise<Uint8Array> {
    try {
      const body = decode(request.body);
      const reply = await this.#run(request, body, connectionId);
      return reply instanceof CursorReply ? reply.encode() : encode({ ...reply, ok: 1 });
    } catch (error) {
      return encode(failure(error, this.engine));
    }
  }

  async #run(request: Request, body: Document, connectionId: number): Promise<Reply> {
    const name = Object.keys(body)[0] ?? '';
    const command = findCommand(name);
    // The first hello of a driver, an OP_QUERY, names no database.
    const database = typeof body.$db === 'string' ? body.$db : 'admin';
    if (command.adminOnly && database !== 'admin') {
      throw new MongoError(13, `${name} may only be run against the admin database.`);
    }
    checkOptions(name, body);
    checkReadConcern(body);
    const { engine } = this;
    const sessionId = sessionIdOf(body.lsid);
    const txnNumber = isNumeric(body.txnNumber) ? toDouble(body.txnNumber) : undefined;
    const sent = { engine, connectionId, database, name, body, sequences: request.sequences };
    if (sessionId === undefined || txnNumber === undefined) {
      return command.run(new Call({ ...sent, sessionId, txnNumber }));
    }
    // A driver that lost a connection repeats a command that may still be running.
    return engine.sessions.inTurn(sessionId, () => this.#runNumbered(command, { ...sent, sessionId, txnNumber }));
  }

  async #runNumbered(command: Command, sent: Numbered): Promise<Reply> {
    const { transaction, retry } = await this.#session(command, sent);
    const call = new Call(sent, transaction, retry);
    if (!transaction) return command.run(call);
    return this.#runInTransaction(command, call, () => {
      this.engine.cursors.killWhere((cursor) => cursor.transaction === transaction);
      this.engine.sessions.abort(sent.sessionId, sent.txnNumber);
    });
  }

  // As in MongoDB, any failure inside a transaction ends the transaction.
  async #runInTransaction(command: Command, call: Call, abort: () => void): Promise<Reply> {
    try {
      const reply = await command.run(call);
      if (!(reply instanceof CursorReply) && (Array.isArray(reply.writeErrors) || reply.nErrors))
        ignoreMongoError(abort);
      return reply;
    } catch (error) {
      ignoreMongoError(abort);
      throw error;
    }
  }

  async #session(
    command: Command,
    { sessionId, txnNumber, name, body }: Numbered,
  ): Promise<{ transaction?: Transaction; retry?: RetryableWrite }> {
    const { sessions } = this.engine;
    if (body.autocommit !== false) {
      if (!command.retryable) {
        throw new MongoError(ErrorCode.IllegalOperation, `Command '${name}' does not support retryable writes`);
      }
      return { retry: sessions.retryableWrite(sessionId, txnNumber) };
    }
    if (command.endsTransaction) return {};
    if (!command.inTransaction) {
      throw new MongoError(ErrorCode.OperationNotSupportedInTransaction, `Cannot run '${name}' in a transaction.`);
    }
    const transaction =
      body.startTransaction === true
        ? await sessions.begin(sessionId, txnNumber)
        : sessions.transaction(sessionId, txnNumber);
    return { transaction };
  }
}

function checkReadConcern({ readConcern, autocommit }: Document): void {
  if (isDocument(readConcern) && readConcern.level === 'snapshot' && autocommit !== false) {
    throw refused('option', 'readConcern snapshot outside of a transaction');
  }
}

function ignoreMongoError(action: () => void): void {
  try {
    action();
  } catch (error) {
    // The transaction has already ended by timeout or by another command, which is the desired state.
    if (!(error instanceof MongoError)) throw error;
  }
}

function failure(error: unknown, engine: Engine): Document {
  if (!(error instanceof MongoError)) {
    const message = explained(error, messageOf(error), engine.options.dbpath);
    const code = codeOf(error);
    if (code === ErrorCode.InternalError)
      engine.options.log(`command failed: ${error instanceof Error ? error.stack : message}`);
    return { ok: 0, errmsg: message, code, codeName: codeNameOf(code) };
  }
  const { message, code, codeName, errorLabels, details } = error;
  const labels = errorLabels.length > 0 ? { errorLabels } : {};
  return { ...labels, ok: 0, errmsg: message, code, codeName, ...details };
}

function explained(error: unknown, text: string, folder: string): string {
  if (isDamage(text)) return damagedData(folder, text);
  if (!isUnwritable(error)) return text;
  return `Nothing was written: the disk of ${folder} is full or failing (${text}). Free some space and try again.`;
}

function codeOf(error: unknown): number {
  if (error instanceof BSONError) return ErrorCode.InvalidBSON;
  if (error instanceof Error && isDamage(error.message)) return DATA_CORRUPTION_DETECTED;
  return isUnwritable(error) ? ErrorCode.OutOfDiskSpace : ErrorCode.InternalError;
}

// If only part of a write fits on the disk, the storage engine reports EIO, as it does for a failing disk.
const UNWRITABLE = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'] as const;

function isUnwritable(error: unknown): error is Error {
  if (!(error instanceof Error && 'code' in error)) return false;
  const { code } = error;
  return UNWRITABLE.some((name) => code === name || code === constants.errno[name]);
}

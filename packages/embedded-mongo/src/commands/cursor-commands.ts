import { Long } from 'bson';
import { ErrorCode, badValue, MongoError } from '../query/error.js';
import { isNumeric, toDouble } from '../query/number.js';
import { CursorReply } from '../wire/cursor-reply.js';
import type { Command } from './call.js';
import { stringField } from './fields.js';
import { batchSizeOf } from './find.js';

export const getMore: Command = {
  inTransaction: true,
  async run(call) {
    const { cursors } = call.engine;
    const { getMore: id } = call.body;
    if (!isNumeric(id)) throw badValue("BSON field 'getMore.getMore' is the wrong type, expected type 'long'");
    const cursor = cursors.get(toDouble(id));
    const namespace = `${call.database}.${stringField(call.body, 'collection')}`;
    if (cursor.namespace !== namespace) {
      throw new MongoError(ErrorCode.Unauthorized, `The cursor belongs to ${cursor.namespace}, not to ${namespace}`);
    }
    if (cursor.sessionId !== call.sent.sessionId) {
      throw new MongoError(50738, `Cannot run getMore on cursor ${cursor.id}, which was created in another session`);
    }
    if (cursor.transaction !== call.transaction) {
      throw new MongoError(50738, 'Cannot run getMore on a cursor outside of the transaction that created it');
    }
    // Zero requests the default, which after the first batch is everything that fits.
    const size = batchSizeOf(call.body) || undefined;
    const batch = await cursor
      .nextBatch(size, false, () => call.yieldTurn())
      .catch((error: unknown) => {
        cursors.kill(cursor.id);
        throw error;
      });
    return new CursorReply(cursors.keep(cursor), namespace, 'nextBatch', batch);
  },
};

export const killCursors: Command = {
  inTransaction: true,
  run(call) {
    const ids = Array.isArray(call.body.cursors) ? call.body.cursors.filter(isNumeric).map(toDouble) : [];
    const killed = ids.filter((id) => call.engine.cursors.kill(id));
    const missing = ids.filter((id) => !killed.includes(id));
    return {
      cursorsKilled: killed.map((id) => Long.fromNumber(id)),
      cursorsNotFound: missing.map((id) => Long.fromNumber(id)),
      cursorsAlive: [],
      cursorsUnknown: [],
    };
  },
};

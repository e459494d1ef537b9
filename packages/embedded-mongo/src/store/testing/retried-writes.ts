import { Long, UUID } from 'bson';
import type { Db } from 'mongodb';
import type { RawClient } from '../../testing/raw-client.js';
import { Violation, type Connection, type Tally, type Workload } from './workload.js';

const WRITERS = 2;
const NAME = 'counters';

interface Counter {
  lsid: { id: UUID };
  txnNumber: number;
  /** The result of its last answered write. */
  count: number;
  isAnswered: boolean;
}

/** Retryable writes that are sent again when the reply was lost; each must count only once. */
export class RetriedWrites implements Workload {
  readonly #counters = Array.from({ length: WRITERS }, (): Counter => ({
    lsid: { id: new UUID() },
    txnNumber: 0,
    count: 0,
    isAnswered: true,
  }));

  constructor(readonly tally: Tally) {}

  async prepare(db: Db): Promise<void> {
    await db.createCollection(NAME);
  }

  start({ raw }: Connection): Promise<void>[] {
    return this.#counters.map(async (counter, _id) => {
      const client = await raw();
      try {
        do {
          counter.txnNumber += 1;
          counter.isAnswered = false;
        } while (await this.tally.ask(() => this.#send(client, counter, _id, counter.count + 1)));
      } finally {
        client.close();
      }
    });
  }

  async check({ db, raw }: Connection): Promise<void> {
    const client = await raw();
    for (const [_id, counter] of this.#counters.entries()) {
      if (counter.txnNumber === 0) continue;
      const wanted = counter.isAnswered ? counter.count : counter.count + 1;
      for (let time = 0; time < 2; time += 1) await this.#send(client, counter, _id, wanted);
      const stored = await db.collection<{ _id: number; count: number }>(NAME).findOne({ _id });
      if (stored?.count !== wanted) throw new Violation(`Counter ${_id} is ${stored?.count}, not ${wanted}`);
    }
    client.close();
  }

  async #send(client: RawClient, counter: Counter, _id: number, wanted: number): Promise<void> {
    const { lsid, txnNumber } = counter;
    const answer = await client.send({
      findAndModify: NAME,
      query: { _id },
      update: { $inc: { count: 1 } },
      upsert: true,
      new: true,
      $db: 'test',
      lsid,
      txnNumber: Long.fromNumber(txnNumber),
    });
    const { count } = (answer.value ?? {}) as { count?: number };
    if (count !== wanted) throw new Violation(`Write ${txnNumber} gave ${JSON.stringify(answer)}, not ${wanted}`);
    counter.count = wanted;
    counter.isAnswered = true;
  }
}

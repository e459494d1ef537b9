import { Schema } from 'mongoose';

export type CounterRow = {
  /** The name of the sequence, such as `employee-code:KOL`. */
  _id: string;
  /** The last number that was allocated. */
  last: number;
};

export const COUNTER_MODEL = 'Counter';

export const counterSchema = new Schema<CounterRow>(
  { _id: { type: String, required: true }, last: { type: Number, required: true } },
  { collection: 'counters', versionKey: false },
);

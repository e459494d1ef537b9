import { Schema } from 'mongoose';

export type CounterRow = {
  /** What is numbered, such as `employee-code:KOL`. */
  _id: string;
  /** The last number given out. */
  last: number;
};

export const COUNTER_MODEL = 'Counter';

export const counterSchema = new Schema<CounterRow>(
  { _id: { type: String, required: true }, last: { type: Number, required: true } },
  { collection: 'counters', versionKey: false },
);

import { Schema } from 'mongoose';

/** What every mutable document has besides its own fields; see `Stored`. */
export const storedFields = {
  version: { type: Number, required: true },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
} as const;

/** Options of a schema within another one: its values have no ids of their own. */
export const part = { _id: false } as const;

/** The schema of a person, as documents keep who did something. */
export const personPart = new Schema({ _id: Schema.Types.ObjectId, name: String }, part);

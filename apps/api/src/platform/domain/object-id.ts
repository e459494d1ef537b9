import { isValidObjectId, Types } from 'mongoose';

export type ObjectId = Types.ObjectId;

export const newId = (): ObjectId => new Types.ObjectId();

/** Converts an id of the contract (24 hexadecimal digits) or twelve bytes to an ObjectId. */
export const objectId = (id: string | Uint8Array): ObjectId => new Types.ObjectId(id);

export const isObjectId = (value: unknown): value is ObjectId => value instanceof Types.ObjectId;

export const isId = (text: unknown): text is string => typeof text === 'string' && isValidObjectId(text);

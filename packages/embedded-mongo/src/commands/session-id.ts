import { Binary } from 'bson';
import { isDocument } from '../query/bson.js';

/** The key under which a driver's session is stored: its id in hexadecimal. */
export function sessionIdOf(lsid: unknown): string | undefined {
  return isDocument(lsid) && lsid.id instanceof Binary ? Buffer.from(lsid.id.buffer).toString('hex') : undefined;
}

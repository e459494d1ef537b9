import { z } from 'zod';
import * as exported from '../index.js';

export const license = { name: 'MIT', url: 'https://opensource.org/license/mit' };

/** The schemas that the contract exports, with their names in documents: `StaffMember` for `StaffMemberSchema`. */
export const schemaNames: ReadonlyMap<z.ZodType, string> = new Map(
  Object.entries(exported)
    // Of two names of one schema, the first counts.
    .reverse()
    .flatMap(([name, value]) => (value instanceof z.ZodType ? [[value, name.replace(/Schema$/, '')]] : [])),
);

import { describe, expect, it } from 'vitest';
import { codeNameOf, ErrorCode, MongoError, notImplemented, writeConflict } from './error.js';

describe('MongoError', () => {
  it.each(Object.entries(ErrorCode))('names the code of %s', (name, code) => {
    expect(codeNameOf(code)).toBe(name);
  });

  it('uses the number of a code without a name', () => {
    expect(new MongoError(40324, 'x').codeName).toBe('Location40324');
  });

  it('names what is not supported', () => {
    expect(notImplemented('$where')).toMatchObject({
      code: 238,
      message: '$where is not supported by the embedded database',
    });
  });

  it('labels a write conflict so that drivers retry the transaction', () => {
    expect(writeConflict()).toMatchObject({ code: 112, errorLabels: ['TransientTransactionError'] });
  });
});

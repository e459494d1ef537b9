import { describe, expect, it } from 'vitest';
import { ApiError, fieldErrorsIn, messageOf } from './api-error';

describe('the faults of a failure', () => {
  it.each<[string, unknown, { field: string; message: string }[]]>([
    ['texts', ['Name is required'], [{ field: '', message: 'Name is required' }]],
    ['one text', 'Name is required', [{ field: '', message: 'Name is required' }]],
    ['field and message', [{ field: 'name', message: 'Required' }], [{ field: 'name', message: 'Required' }]],
    ['path and msg', [{ path: 'name', msg: 'Required' }], [{ field: 'name', message: 'Required' }]],
    [
      'a path in parts',
      [{ path: ['contact', 'phone'], message: 'Too long' }],
      [{ field: 'contact.phone', message: 'Too long' }],
    ],
    ['a message of no field', [{ message: 'Closed' }], [{ field: '', message: 'Closed' }]],
    ['an object', { name: 'Required' }, [{ field: 'name', message: 'Required' }]],
    [
      'an object of lists',
      { name: ['Required', 'Too short'] },
      [
        { field: 'name', message: 'Required' },
        { field: 'name', message: 'Too short' },
      ],
    ],
    [
      'an object of objects',
      { name: { message: 'Required', kind: 'required' } },
      [{ field: 'name', message: 'Required' }],
    ],
    ['a nested object', { contact: { phone: ['Too long'] } }, [{ field: 'contact.phone', message: 'Too long' }]],
    ['something else', 7, []],
    ['nothing', null, []],
    ['empty texts', ['', ' ', null, undefined, {}, []], []],
  ])('are read from %s', (_, errors, expected) => {
    expect(fieldErrorsIn(errors)).toEqual(expected);
    expect(new ApiError(400, { errors }).errors).toEqual(expected);
  });

  it.each([
    { message: { text: 'no' } },
    { message: ['a'] },
    { message: ' ' },
    { code: 7, conflict: 'x', blockers: {} },
  ])('have a message although the answer is %j', (body) => {
    const error = new ApiError(500, body);
    expect(error.message).toBe('An error occurred');
    expect(messageOf(error, "Couldn't load the list")).toBe("Couldn't load the list");
    expect(messageOf(error)).toBe('An error occurred');
    expect([error.code, error.conflict, error.blockers]).toEqual([undefined, undefined, undefined]);
  });
});

describe('the words for a failure', () => {
  const unreachable = new ApiError(0, { code: 'NETWORK', message: "Can't reach the server." });

  it('are why, after what failed where that is known', () => {
    expect(messageOf(unreachable)).toBe("Can't reach the server.");
    expect(messageOf(unreachable, "Couldn't load the list.")).toBe("Couldn't load the list. Can't reach the server.");
  });

  it('are the server’s own', () => {
    const refused = new ApiError(409, { message: 'The laboratory is suspended' });
    expect(messageOf(refused, "Couldn't save it")).toBe('The laboratory is suspended');
  });
});

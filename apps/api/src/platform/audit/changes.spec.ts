import { Types } from 'mongoose';
import { changesBetween } from './changes';

describe('the changes in an audit row', () => {
  it('list each field by its path, before and after', () => {
    const before = { name: 'A', location: { city: 'Kolkata', state: 'WB' }, days: [0], same: 1 };
    const after = { name: 'B', location: { city: 'Howrah', state: 'WB' }, days: [0, 6], same: 1 };
    expect(changesBetween(before, after)).toEqual([
      { field: 'name', before: 'A', after: 'B' },
      { field: 'location.city', before: 'Kolkata', after: 'Howrah' },
      { field: 'days', before: [0], after: [0, 6] },
    ]);
  });

  it('list all fields of a new document, and a new object as a whole', () => {
    expect(changesBetween(null, { name: 'A' })).toEqual([{ field: 'name', after: 'A' }]);
    expect(changesBetween({ licence: null }, { licence: { number: '1' } })).toEqual([
      { field: 'licence', before: null, after: { number: '1' } },
    ]);
  });

  it('omit bookkeeping fields and secrets', () => {
    const id = '65f000000000000000000001';
    expect(
      changesBetween(
        { version: 1, passwordHash: 'a', laboratoryId: new Types.ObjectId(id) },
        { version: 2, passwordHash: 'b', laboratoryId: new Types.ObjectId(id) },
      ),
    ).toEqual([]);
  });
});

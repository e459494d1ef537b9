import { Types } from 'mongoose';
import { changesBetween } from './changes';

describe('the changes in an audit row', () => {
  it('list each field by its path, before and after', () => {
    const before = { name: 'A', location: { city: 'Kolkata', state: 'WB' }, days: [0], same: 1 };
    const after = { name: 'B', location: { city: 'Howrah', state: 'WB' }, days: [0, 6], same: 1 };
    expect(changesBetween(before, after)).toEqual([
      { field: 'name', before: 'A', after: 'B' },
      { field: 'location.city', before: 'Kolkata', after: 'Howrah' },
      { field: 'days', before: [], after: [6], entries: true },
    ]);
  });

  it('list what was removed from a list and added to it, not the whole list', () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 24, hour));
    const id = () => new Types.ObjectId('65f000000000000000000001');
    const long = Array.from({ length: 1_000 }, (_, index) => ({ by: id(), start: at(index), end: at(index + 1) }));
    const open = { by: id(), start: at(2_000), end: null };
    const ended = { ...open, end: at(2_001) };
    const changed = changesBetween(
      { segments: [...long, open] },
      { segments: [...structuredClone(long).map((one) => ({ ...one, by: id() })), ended] },
    );
    expect(changed).toEqual([{ field: 'segments', before: [open], after: [ended], entries: true }]);
    const flags = { before: ['late'], after: ['late', 'late', 'early'] };
    expect(changesBetween({ flags: flags.before }, { flags: flags.after })).toEqual([
      { field: 'flags', before: [], after: ['late', 'early'], entries: true },
    ]);
  });

  it('list both orders of a list whose order alone has changed', () => {
    expect(changesBetween({ days: [1, 2] }, { days: [2, 1] })).toEqual([
      { field: 'days', before: [1, 2], after: [2, 1] },
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

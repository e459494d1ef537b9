import { sessionUser } from '@shifa/contract/testing';
import { describe, expect, it } from 'vitest';
import { OfflinePunches } from '../features/attendance/scan/offline-punches';
import { unsentPunches } from '../features/attendance/scan/unsent-punches';
import { countsUnderWay } from '../features/inventory/count/counts-under-way';
import { keptCounts } from '../features/inventory/count/kept-counts';
import { drafts } from '../data/drafts';
import { recentChoices } from '../data/recent-choices';
import { SessionStore } from '../data/session';
import { stored, StoredText } from './storage';

const first = sessionUser({ name: 'Asha Rao' });
const second = sessionUser({ name: 'Biren Das' });
const form = 'staff:new';
const head = {
  laboratoryId: 'a',
  laboratory: 'Shifa Kolkata',
  blind: false,
  startedAt: '2026-11-24T06:00:00.000Z',
  total: 0,
  clockOffsetMs: 0,
};

/** Everything that can be kept, as the first person leaves it. */
function fill() {
  new SessionStore().start('token of the first', first);
  for (const entry of Object.values(stored)) {
    if (entry instanceof StoredText && entry.belongsTo === 'browser') entry.write('1');
  }
  const draft = { path: '/staff', base: {}, version: undefined, values: { name: 'C' }, key: 'k', at: '2026-11-24' };
  drafts.write({ owner: first._id, form }, draft);
  keptCounts.begin(first._id, head, []);
  recentChoices.add(first._id, { kind: 'people', id: '1', label: 'Chandan Sen', path: '/staff/1' });
  stored.lastState.of(`${first._id}:["staff"]`).write('1 2 {}');
  new OfflinePunches().add(first._id, { action: 'clock_in', qrToken: 'a.1.b' });
}

/** What stands in the storage under each declared name. */
function contents() {
  const texts = Object.entries(stored).map(([name, entry]) => [
    name,
    entry instanceof StoredText ? entry.read() : entry.existing(),
  ]);
  return Object.fromEntries(texts) as Record<keyof typeof stored, string | string[] | null>;
}

describe('what the browser keeps', () => {
  it('is declared, all of it', () => {
    fill();
    const texts = Object.values(stored);
    const isDeclared = (key: string) =>
      texts.some((entry) => (entry instanceof StoredText ? key === entry.key : key.startsWith(entry.prefix)));
    expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => !isDeclared(key))).toEqual(
      [],
    );
  });

  it('leaves nothing of a person whose session expired to the next one who signs in', () => {
    fill();
    const before = contents();
    const store = new SessionStore();
    store.end('expired');
    store.start('token of the second', second);

    const after = contents();
    for (const [name, { belongsTo }] of Object.entries(stored) as [keyof typeof stored, { belongsTo: string }][]) {
      if (belongsTo === 'browser') expect(after[name], name).toEqual(before[name]);
      if (belongsTo === 'session') expect(after[name] ?? '', name).not.toContain(first.name);
    }
    expect(after).toMatchObject({ token: 'token of the second', sessionEnded: null, drafts: [] });
    expect(after).toMatchObject({ recentChoices: [], lastState: [] });
    // Sent when their owner is back; the next person neither sees nor sends them.
    expect(after.offlinePunches).toEqual([first._id]);
    expect(unsentPunches(second._id)).toBe(0);
    expect(new OfflinePunches().of(second._id)).toEqual([]);
    expect(countsUnderWay(first._id)).toHaveLength(1);
    expect(countsUnderWay(second._id)).toEqual([]);
  });

  it('is the same for a person whose session expired and who signs in again', () => {
    fill();
    const store = new SessionStore();
    store.end('expired');
    store.start('another token', first);
    expect(drafts.read({ owner: first._id, form })).toMatchObject({ values: { name: 'C' } });
    expect(recentChoices.read(first._id)).toHaveLength(1);
    expect(unsentPunches(first._id)).toBe(1);
    expect(countsUnderWay(first._id)).toHaveLength(1);
  });

  it('ends with a sign-out, but for clockings that wait and what belongs to the browser', () => {
    fill();
    new SessionStore().end('left');
    expect(contents()).toMatchObject({ token: null, user: null, sessionEnded: null, drafts: [] });
    expect(contents()).toMatchObject({ stockCounts: [], recentChoices: [], lastState: [] });
    expect(unsentPunches(first._id)).toBe(1);
    expect(stored.device.read()).toBe('1');
  });
});

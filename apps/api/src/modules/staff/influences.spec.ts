import { newId } from '../../platform/domain/object-id';
import { liveInfluences, withNewInfluences, withInfluence } from './influences';
import type { UserRow } from './user.document';

type Account = Pick<UserRow, '_id' | 'name' | 'influences'>;

const DAY_MS = 86_400_000;
const now = new Date('2026-11-22T06:00:00Z');
const daysLater = (days: number) => new Date(now.getTime() + days * DAY_MS);

const account = (name: string): Account => ({ _id: newId(), name, influences: [] });
const actorOf = ({ _id, name, influences }: Account, at = now) => ({
  userId: _id.toHexString(),
  name,
  influences: liveInfluences(influences, at),
});
const namesOf = ({ influences }: Account) =>
  influences.map(({ by, kind, through }) => [by.name, kind, ...(through === null ? [] : [through])]);

function act(by: Account, on: Account, kind: 'created' | 'reset' | 'granted', at = now): void {
  const permissions = kind === 'granted' ? (['transactions.approve'] as const) : [];
  on.influences = withInfluence(on, actorOf(by, at), { kind, permissions: [...permissions] }, at);
}

describe('influence on an account', () => {
  it('is recorded once per person and kind, as of the last time', () => {
    const [asha, ravi] = [account('Asha'), account('Ravi')];
    act(asha, ravi, 'created');
    act(asha, ravi, 'reset', daysLater(1));
    act(asha, ravi, 'reset', daysLater(2));
    expect(namesOf(ravi)).toEqual([
      ['Asha', 'created'],
      ['Asha', 'reset'],
    ]);
    expect(ravi.influences.at(-1)?.at).toEqual(daysLater(2));
  });

  it('counts for thirty days', () => {
    const [asha, ravi] = [account('Asha'), account('Ravi')];
    act(asha, ravi, 'created');
    expect(liveInfluences(ravi.influences, new Date(daysLater(30).getTime() - 1))).toHaveLength(1);
    expect(liveInfluences(ravi.influences, daysLater(30))).toEqual([]);
    act(account('Meera'), ravi, 'reset', daysLater(31));
    expect(namesOf(ravi)).toEqual([['Meera', 'reset']]);
  });

  it('passes through accounts that were created or reset, but not through granted permissions', () => {
    const [asha, ravi, meera, zoya] = [account('Asha'), account('Ravi'), account('Meera'), account('Zoya')];
    act(asha, ravi, 'created');
    act(ravi, meera, 'created');
    act(meera, zoya, 'granted');
    expect(namesOf(zoya)).toEqual([
      ['Meera', 'granted'],
      ['Ravi', 'granted', 'Meera'],
      ['Asha', 'granted', 'Meera'],
    ]);
    const kabir = account('Kabir');
    act(zoya, kabir, 'created');
    expect(namesOf(kabir)).toEqual([['Zoya', 'created']]);
  });

  it('is none on one’s own account, not even through another', () => {
    const [asha, ravi] = [account('Asha'), account('Ravi')];
    act(asha, ravi, 'created');
    act(ravi, asha, 'reset');
    expect(namesOf(asha)).toEqual([['Ravi', 'reset']]);
  });

  describe('is recorded of every change that brings an account to where it can be used', () => {
    const laboratories = [newId(), newId()];
    const person = (changes: Partial<UserRow> = {}) => ({
      ...account('Ravi'),
      role: 'manager' as const,
      permissionOverrides: {},
      laboratoryId: laboratories[0] ?? null,
      status: 'active' as const,
      passwordHash: 'a',
      email: 'ravi@shifa.example',
      ...changes,
    });
    it.each<[string, Partial<UserRow>, Partial<UserRow>, string[]]>([
      ['nothing', {}, {}, []],
      ['a telephone number', {}, { phone: '1' }, []],
      ['a password', {}, { passwordHash: 'b' }, ['reset']],
      ['a role', {}, { role: 'lab_admin' }, ['granted']],
      ['an email address', {}, { email: 'other@shifa.example' }, ['readdressed']],
      ['an override', {}, { permissionOverrides: { 'staff.edit': true } }, ['granted']],
      ['a laboratory', {}, { laboratoryId: laboratories[1] ?? null }, ['moved']],
      ['a suspension', {}, { status: 'suspended' }, []],
      ['the end of a suspension', { status: 'suspended' }, { status: 'active' }, ['resumed']],
      ['an exit', {}, { status: 'exited' }, []],
      [
        'a rehire in another laboratory and role',
        { status: 'exited' },
        { status: 'active', role: 'lab_admin', laboratoryId: laboratories[1] ?? null },
        ['granted', 'moved', 'rehired'],
      ],
    ])('%s', (_, from, to, kinds) => {
      const before = person(from);
      const after = { ...before, ...to };
      const recorded = (by: Account | null) =>
        withNewInfluences(after, { before, actor: by && actorOf(by), at: now }).influences?.map(({ kind }) => kind) ??
        [];
      expect(recorded(account('Asha'))).toEqual(kinds);
      expect([recorded(before), recorded(null)]).toEqual([[], []]);
    });
  });

  it('passes on from whoever controls the account of the person who acts, and is no control itself', () => {
    const [asha, ravi, meera, zoya] = [account('Asha'), account('Ravi'), account('Meera'), account('Zoya')];
    act(asha, ravi, 'reset');
    meera.influences = withInfluence(meera, actorOf(ravi), { kind: 'resumed' }, now);
    act(meera, zoya, 'created');
    expect([namesOf(meera), namesOf(zoya)]).toEqual([
      [
        ['Ravi', 'resumed'],
        ['Asha', 'resumed', 'Ravi'],
      ],
      [['Meera', 'created']],
    ]);
  });

  it('keeps who acted directly, and every permission that was granted', () => {
    const [asha, ravi, meera] = [account('Asha'), account('Ravi'), account('Meera')];
    act(asha, ravi, 'created');
    meera.influences = withInfluence(meera, actorOf(asha), { kind: 'granted', permissions: ['reports.view'] }, now);
    act(ravi, meera, 'granted');
    const byAsha = meera.influences.find(({ by }) => by._id.equals(asha._id));
    expect(byAsha).toMatchObject({ through: null, permissions: ['reports.view', 'transactions.approve'] });
  });
});

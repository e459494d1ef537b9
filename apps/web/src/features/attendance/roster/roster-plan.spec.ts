import type { ChangedCell } from '@shifa/contract';
import { describe, expect, it } from 'vitest';
import { type CellChange, emptyPlan, nextRequest, type PlanAction, planReducer, type RosterPlan } from './roster-plan';

const [mina, tara] = ['a'.repeat(24), 'b'.repeat(24)];
const [morning, night] = ['1'.repeat(24), '2'.repeat(24)];
const day = '2026-12-01';

const change = (userId: string, before: CellChange['before'], after: CellChange['after'], on = day): CellChange => ({
  userId,
  day: on,
  before,
  after,
});
const at = (version: number) => () => version;
const run = (actions: readonly PlanAction[], plan: RosterPlan = emptyPlan) => actions.reduce(planReducer, plan);
const editsOf = ({ edits }: RosterPlan) =>
  [...edits].flatMap(([userId, days]) => [...days].map(([on, edit]) => ({ userId, day: on, ...edit })));
const theirs = (userId: string, version: number): ChangedCell => ({
  userId,
  day,
  version,
  draft: 'off',
  changedBy: 'Tara Roy',
  changedAt: '2026-11-26T10:00:00.000Z',
});

describe('the plan of a roster', () => {
  it('holds what changed with the version it is based on, and sends it at once', () => {
    const changes = [change(mina, null, morning), change(tara, 'off', night), change(tara, night, night, '2026-12-02')];
    const plan = run([{ type: 'change', changes, versionOf: at(3) }]);
    expect(nextRequest('c'.repeat(24), plan.edits)).toEqual({
      laboratoryId: 'c'.repeat(24),
      people: [
        { userId: mina, cells: [{ day, shift: morning, version: 3 }] },
        { userId: tara, cells: [{ day, shift: night, version: 3 }] },
      ],
    });
    expect(nextRequest('c'.repeat(24), emptyPlan.edits)).toBeUndefined();
  });

  it('undoes and redoes by steps, based on the version that was saved in between', () => {
    const sent = [{ userId: mina, cells: [{ day, shift: morning, version: 0 }] }];
    const saved = run([
      { type: 'change', changes: [change(mina, null, morning)], versionOf: at(0) },
      { type: 'saved', sent, saved: [{ userId: mina, cells: [{ day, draft: morning, version: 1 }] }] },
    ]);
    expect(editsOf(saved)).toEqual([]);
    const undone = run([{ type: 'undo', versionOf: at(1) }], saved);
    expect(editsOf(undone)).toEqual([{ userId: mina, day, value: null, version: 1 }]);
    expect(editsOf(run([{ type: 'redo', versionOf: at(1) }], undone))).toEqual([
      { userId: mina, day, value: morning, version: 1 },
    ]);
    expect(run([{ type: 'undo', versionOf: at(1) }], undone)).toBe(undone);
  });

  it('keeps a change that was made while an earlier one of the same day was being saved', () => {
    const plan = run([
      { type: 'change', changes: [change(mina, null, morning)], versionOf: at(0) },
      { type: 'change', changes: [change(mina, morning, night)], versionOf: at(0) },
      {
        type: 'saved',
        sent: [{ userId: mina, cells: [{ day, shift: morning, version: 0 }] }],
        saved: [{ userId: mina, cells: [{ day, draft: morning, version: 1 }] }],
      },
    ]);
    expect(editsOf(plan)).toEqual([{ userId: mina, day, value: night, version: 1 }]);
  });

  it('keeps the version an edit is based on, even if the board has a newer one by now', () => {
    const plan = run([
      { type: 'change', changes: [change(mina, null, morning)], versionOf: at(0) },
      { type: 'change', changes: [change(mina, morning, night)], versionOf: at(5) },
    ]);
    expect(editsOf(plan)).toEqual([{ userId: mina, day, value: night, version: 0 }]);
  });

  it('takes over days of another planner, which undo does not bring back, or keeps its own', () => {
    const plan = run([
      { type: 'change', changes: [change(mina, null, morning), change(tara, null, night)], versionOf: at(0) },
    ]);
    const dropped = run([{ type: 'drop', cells: [theirs(mina, 4)] }], plan);
    expect(editsOf(dropped)).toEqual([{ userId: tara, day, value: night, version: 0 }]);
    expect(editsOf(run([{ type: 'undo', versionOf: at(0) }], dropped))).toEqual([
      { userId: tara, day, value: null, version: 0 },
    ]);
    expect(editsOf(run([{ type: 'rebase', cells: [theirs(mina, 4)] }], plan))).toContainEqual({
      userId: mina,
      day,
      value: morning,
      version: 4,
    });
  });

  it('leaves the days of people alone whose days do not change', () => {
    const plan = run([{ type: 'change', changes: [change(mina, null, morning)], versionOf: at(0) }]);
    const next = run([{ type: 'change', changes: [change(tara, null, morning)], versionOf: at(0) }], plan);
    expect(next.edits.get(mina)).toBe(plan.edits.get(mina));
  });

  it('is sent in requests that span at most 92 days each', () => {
    const changes = ['2099-01-01', '2099-04-02', '2099-04-03'].map((each) => ({
      ...change(mina, null, morning),
      day: each,
    }));
    const plan = run([{ type: 'change', changes, versionOf: at(0) }]);
    const sent = nextRequest('c'.repeat(24), plan.edits)?.people ?? [];
    expect(sent.flatMap(({ cells }) => cells.map((cell) => cell.day))).toEqual(['2099-01-01', '2099-04-02']);
    const saved = sent.map(({ userId, cells }) => ({
      userId,
      cells: cells.map((cell) => ({ day: cell.day, draft: cell.shift, version: 1 })),
    }));
    const rest = run([{ type: 'saved', sent, saved }], plan);
    expect(nextRequest('c'.repeat(24), rest.edits)?.people).toMatchObject([{ cells: [{ day: '2099-04-03' }] }]);
  });
});

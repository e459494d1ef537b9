import { describe, expect, it } from 'vitest';
import { isFlat } from '../../../ui/charts/series';
import { drawnPaise, type FlowMeasure, flowMeasures, flowSeries } from './flow';

const november = {
  key: '2026-11',
  label: 'Nov 2026',
  incomePaise: 50_000,
  expensePaise: 80_000,
  pending: { incomePaise: 1_000, expensePaise: 2_000 },
};
const every: FlowMeasure[] = ['income', 'expense', 'net', 'pendingIncome', 'pendingExpense'];

describe('a measure of a chart', () => {
  it('stands above the line for income, below it for expenses, and where it is for the net', () => {
    expect(every.map((measure) => drawnPaise(measure, november))).toEqual([50_000, -80_000, -30_000, 1_000, -2_000]);
  });

  it('goes the other way where more was taken back than came', () => {
    const reversed = { ...november, incomePaise: -100, expensePaise: -300 };
    expect(every.map((measure) => drawnPaise(measure, reversed)).slice(0, 3)).toEqual([-100, 300, 200]);
  });

  it('is exact above 2^53 paise, except for the length of its bar', () => {
    const large = { ...november, incomePaise: '9007199254740993', expensePaise: '27021597764222977' };
    expect(flowMeasures.net.paise(large)).toBe(-18014398509481984n);
    expect(drawnPaise('expense', large)).toBe(-Number(large.expensePaise));
  });

  it('is nothing, not minus nothing, where nothing was spent', () => {
    expect(drawnPaise('expense', { ...november, expensePaise: 0 })).toBe(0);
    expect(drawnPaise('pendingExpense', { ...november, pending: undefined })).toBe(0);
  });
});

describe('a chart without anything to draw', () => {
  const nothing = { ...november, incomePaise: 0, expensePaise: 0 };

  it('is told from one that has only what waits', () => {
    expect(isFlat([nothing], flowSeries(['income', 'expense'], 'bars'))).toBe(true);
    expect(isFlat([nothing], flowSeries(every, 'bars'))).toBe(false);
    expect(isFlat([], flowSeries(every, 'bars'))).toBe(true);
  });
});

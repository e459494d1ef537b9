import type { Leave } from '@shifa/contract';
import { leave } from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../../testing/render-app';
import { LeaveGrid, LeaveWeeks } from './leave-calendar';

const of = (name: string, fields: Partial<Leave>): Leave => {
  const any = leave(fields);
  return { ...any, _id: name, userId: { ...any.userId, _id: name, name } };
};

it('shows a leave once in each week of the month on a phone', () => {
  const long = of('Asha Rao', { from: '2026-11-13', to: '2026-11-25' });
  const short = of('Ravi Sen', { from: '2026-11-30', to: '2026-12-02' });
  renderApp(
    <LeaveWeeks
      leaves={[long, short]}
      period={{ from: '2026-11-01', to: '2026-11-30' }}
      today="2026-11-18"
      holidays={[{ date: '2026-11-24', name: 'Founders’ Day' }]}
      weeklyOff={[0]}
    />,
  );
  const weeks = screen
    .getAllByRole('heading')
    .map(({ textContent, parentElement }) => [
      textContent,
      within(parentElement ?? document.body).getAllByRole('listitem').length,
    ]);
  expect(weeks).toEqual([
    ['Nov 9, 2026 – Nov 15, 2026', 1],
    ['Nov 16, 2026 – Nov 22, 2026 · this week', 1],
    ['Nov 23, 2026 – Nov 29, 2026', 1],
    ['Nov 30, 2026', 1],
  ]);
  expect(screen.getByText('Closed: Founders’ Day, Nov 24, 2026')).toBeVisible();
});

it('names the holidays of the month in text beside the grid as well', () => {
  renderApp(
    <LeaveGrid
      leaves={[of('Asha Rao', { from: '2026-11-13', to: '2026-11-25' })]}
      period={{ from: '2026-11-01', to: '2026-11-30' }}
      today="2026-11-18"
      holidays={[
        { date: '2026-11-24', name: 'Founders’ Day' },
        { date: '2026-12-25', name: 'Christmas Day' },
      ]}
      weeklyOff={[0]}
    />,
  );
  expect(screen.getByText('Closed: Founders’ Day, Nov 24, 2026')).toBeVisible();
});

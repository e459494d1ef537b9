import type { Activity } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DashboardExtensions } from '../../screens/detail/dashboard-extensions';
import { renderApp } from '../../testing/render-app';
import { attendanceExtension } from '../../features/attendance/dashboard-extension';
import { financeExtension } from '../../features/finance/dashboard-extension';
import { inventoryExtension } from '../../features/inventory/dashboard-extension';
import { ActivityList } from '../../features/dashboard/activity-list';

const extensions = [attendanceExtension, financeExtension, inventoryExtension];

function change(id: string, change: Pick<Activity, 'entity' | 'action' | 'name'> & { by?: string | null }): Activity {
  const laboratory = { _id: 'a'.repeat(24), code: 'KOL' };
  return { _id: id, entityId: id, at: '2026-11-22T08:55:00.000Z', by: 'Asha Rao', laboratory, ...change };
}

const ids = ['1', '2', '3', '4', '5', '6', '7'].map((digit) => digit.repeat(24));
const [entry = '', item = '', order = '', swap = '', leave = '', shiftType = '', month = ''] = ids;
const changes = [
  change(entry, { entity: 'transaction', action: 'transaction.approved', name: 'KOL-2026-27-000412' }),
  change(item, { entity: 'inventory', action: 'inventory.expiry-passed', name: 'Glucose reagent', by: null }),
  change(order, { entity: 'purchase-order', action: 'purchase-order.sent', name: 'PO-KOL-2026-27-000004' }),
  change(swap, { entity: 'roster-swap', action: 'roster-swap.withdrawn', name: 'Rohan Das, Night on Dec 22, 2026' }),
  change(leave, { entity: 'leave', action: 'leave.requested', name: 'Uma Pal, Dec 1, 2026' }),
  change(shiftType, { entity: 'shift-type', action: 'shift-type.created', name: 'Night (NX)' }),
  change(month, { entity: 'month-closing', action: 'month-closing.closed', name: 'October 2026' }),
];

function setUp(role: 'super_admin' | 'staff') {
  renderApp(
    <DashboardExtensions value={extensions}>
      <ActivityList changes={changes} />
    </DashboardExtensions>,
    { user: sessionUser({ role }) },
  );
  return screen.getAllByRole('listitem').map((line) => ({
    text: line.textContent,
    href: within(line).queryByRole('link')?.getAttribute('href'),
  }));
}

it('says who changed what, with the way to it', () => {
  const lines = setUp('super_admin');
  expect(lines.map(({ href }) => href)).toEqual([
    `/finances/transactions?entry=${entry}`,
    `/inventory/${item}`,
    `/purchase-orders/${order}`,
    `/approvals?kind=swaps&item=${swap}`,
    `/attendance/leaves/review?item=${leave}`,
    '/attendance/roster/shift-types',
    // It has no page.
    undefined,
  ]);
  expect(lines[0]?.text).toContain('Entry · KOLApproved by Asha Rao');
  expect(lines[1]?.text).toContain('Expiry passed by the system');
  expect(lines[3]?.text).toContain('Swap · KOL');
});

it("doesn't lead to a page that the viewer may not see", () => {
  const line = setUp('staff').find(({ text }) => text.startsWith('Uma Pal'));
  expect(line).toEqual({
    text: expect.stringContaining('Leave · KOLRequested by Asha Rao') as string,
    href: undefined,
  });
});

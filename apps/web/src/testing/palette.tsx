import { contract, type Role } from '@shifa/contract';
import {
  batch,
  inventoryItem,
  inventoryListItem,
  laboratory,
  sessionUser,
  staffListItem,
  transactionListItem,
} from '@shifa/contract/testing';
import { fireEvent, screen } from '@testing-library/react';
import { navigationFor } from '../app/navigation';
import { usePalette } from '../app/palette/use-palette';
import { containsTyped } from '../lib/contains-typed';
import { formatMoney } from '../lib/format';
import { answer, answerPage, fakeApi } from './fake-api';
import { renderApp } from './render-app';

export const asha = staffListItem({ name: 'Asha Rao', employeeCode: 'KOL-0042', email: 'a.rao@shifa.example' });
export const ashwin = staffListItem({ name: 'Ashwin Das', employeeCode: 'KOL-0043' });
export const power = transactionListItem({
  transactionNo: 'KOL-2026-27-000406',
  party: 'City Power',
  amountPaise: 125_050,
});
export const courier = transactionListItem({ transactionNo: 'KOL-2026-27-000512', party: 'Blueline Couriers' });
const glucose = inventoryListItem({ name: 'Glucose reagent', itemCode: 'GLU-01' });
const home = laboratory();
const lot = batch({ batchNumber: 'LOT42' });

type Setting = { role?: Role; lateMs?: number; phone?: boolean; children?: React.ReactNode };

/** What the server finds: rows with the text, also in what the rows do not show. */
function answering(api: ReturnType<typeof fakeApi>, lateMs: number) {
  const late = () => new Promise((resolve) => (lateMs === 0 ? resolve(undefined) : setTimeout(resolve, lateMs)));
  const finding =
    <Row extends object>(rows: readonly Row[], hidden: (row: Row) => string = () => '') =>
    async ({ query }: { query: URLSearchParams }) => {
      await late();
      const text = (row: Row) => `${JSON.stringify(row)} ${hidden(row)}`;
      return answerPage(rows.filter((row) => containsTyped(text(row), query.get('search') ?? '')));
    };
  // First, as its path would match those of the lists below it.
  api.on(contract.inventory.get, () => answer(inventoryItem({ ...glucose, batches: [lot] })));
  api.on(contract.staff.list, finding([asha, ashwin]));
  api.on(
    contract.transactions.list,
    finding([power, courier], ({ amountPaise }) => `${amountPaise / 100}0 ${formatMoney(amountPaise)}`),
  );
  api.on(
    contract.inventory.list,
    finding([glucose], () => 'LOT42'),
  );
  api.on(contract.stockTransfers.list, finding([]));
  api.on(contract.suppliers.list, finding([]));
  api.on(contract.laboratories.list, finding([]));
}

/** A page with the palette above it, on a server that finds by text. */
export function setUp({ role = 'super_admin', lateMs = 0, phone = false, children }: Setting = {}) {
  const user = sessionUser({ role, laboratoryId: role === 'super_admin' ? null : home });
  const items = navigationFor(user.permissions);
  function Frame() {
    const { button, dialog } = usePalette(items, phone);
    return (
      <>
        {button}
        <input aria-label="On the page" />
        {children}
        {dialog}
      </>
    );
  }
  const api = fakeApi();
  answering(api, lateMs);
  return { ...renderApp(<Frame />, { user, at: '/dashboard' }), api, user };
}

export const openByKey = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'k', ctrlKey: true });
export const box = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Search' });
export const texts = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
export const highlighted = () => {
  const id = screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? '';
  return document.getElementById(id)?.textContent;
};
export const type = (text: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value: text } });
export const press = (key: string, more = {}) => fireEvent.keyDown(screen.getByRole('combobox'), { key, ...more });

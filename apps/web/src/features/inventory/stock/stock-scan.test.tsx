import { contract, readProductCode, type Scan, type StockChangeInput, type StockChangeType } from '@shifa/contract';
import { batch, inventoryItem, sessionUser } from '@shifa/contract/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { answer, fakeApi } from '../../../testing/fake-api';
import { scanByHand } from '../../../testing/hand-scanner';
import { renderApp } from '../../../testing/render-app';
import { StockDrawer } from './stock-drawer';

const early = batch({ batchNumber: 'B-EARLY', expiryDate: '2027-01-31', quantity: 4 });
const late = batch({ batchNumber: 'B-LATE', expiryDate: '2027-06-30', quantity: 16 });

describe('scans in the form', () => {
  const GTIN = '09501101020917';
  const box = { gtin: GTIN, name: 'Box', factor: 10 };
  const packed = inventoryItem({ name: 'Glucose reagent', batches: [early, late], packages: [box] });

  const setUp = (type: StockChangeType) => {
    const api = fakeApi();
    api.on(contract.inventory.get, () => answer(packed));
    api.on(contract.inventory.changeStock, () => answer({ ...packed, movements: [] }));
    renderApp(<StockDrawer itemId={packed._id} type={type} onClose={() => undefined} />, {
      user: sessionUser({ role: 'lab_admin' }),
    });
    const sent = () =>
      api
        .requests(contract.inventory.changeStock)
        .map(({ body }) => body as StockChangeInput)
        .filter(({ dryRun }) => !dryRun);
    return { api, sent };
  };

  const setUpScan = (type: StockChangeType, scans: Readonly<Record<string, object>>) => {
    const view = setUp(type);
    view.api.on(contract.inventory.scan, ({ query }) => {
      const codes = [...query].flatMap(([name, value]) => (name.startsWith('code') ? value : []));
      const code = readProductCode(codes.at(-1) ?? '', '2026-11-26').code ?? null;
      const unknown = { code, item: null, package: null, batch: null, otherExpiry: null, next: early, choices: [] };
      return answer<Scan>({ ...unknown, ...scans[codes.join(' + ')] });
    });
    return view;
  };

  it('says that the camera is blocked and what to do, and goes on with a hand scanner', async () => {
    const getUserMedia = vi.fn(() => Promise.reject(new DOMException('Permission denied', 'NotAllowedError')));
    vi.stubGlobal(
      'navigator',
      Object.assign(Object.create(navigator) as Navigator, { mediaDevices: { getUserMedia } }),
    );
    const code = `01${GTIN}1728063010AB-1`;
    setUpScan('in', { [code]: { item: packed, package: box } });
    await userEvent.click(await screen.findByRole('button', { name: 'Scan' }));
    const told = await screen.findByText(/^The camera is blocked\. Allow it in your browser settings/);
    expect(told).toHaveTextContent('Use a hand scanner, or type what is on the box.');
    expect(screen.queryByLabelText('Camera')).toBeNull();
    scanByHand(code);
    await waitFor(() => expect(screen.getByLabelText('Quantity received')).toHaveValue('1'));
    await userEvent.type(screen.getByLabelText(/^Notes/), 'By hand');
    expect(screen.getByLabelText(/^Notes/)).toHaveValue('By hand');
    // Asked once, not again for each box, and again when the person has allowed it.
    expect(getUserMedia).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('Point the camera at the code on the box.')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.getByLabelText('Quantity received')).toHaveValue('1');
    vi.unstubAllGlobals();
  });

  it('receives three boxes by scans only', async () => {
    const code = `01${GTIN}1728063010AB-1`;
    const { sent } = setUpScan('in', { [code]: { item: packed, package: box } });
    const quantity = await screen.findByLabelText('Quantity received');
    scanByHand(code);
    await waitFor(() => expect(quantity).toHaveValue('1'));
    expect(screen.getByLabelText(/^Batch number/)).toHaveValue('AB-1');
    expect(screen.getByLabelText(/^Expiry date/)).toHaveValue('2028-06-30');
    expect(quantity).toHaveFocus();
    scanByHand(code);
    scanByHand(code);
    await waitFor(() => expect(quantity).toHaveValue('3'));
    expect(screen.getByText(/3 boxes of 10 = 30 bottles/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Receive' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({
      quantity: 30,
      entered: { name: 'Box', factor: 10, quantity: 3 },
      batchNumber: 'AB-1',
      expiryDate: '2028-06-30',
    });
  });

  it('completes two codes of one box', async () => {
    const [product, lot] = ['9501101020917', '1728063010AB-1'];
    setUpScan('in', {
      [product]: { item: packed, package: box },
      [`${product} + ${lot}`]: {
        item: packed,
        package: box,
        code: readProductCode(`01${GTIN}${lot}`, '2026-11-26').code,
      },
    });
    const quantity = await screen.findByLabelText('Quantity received');
    scanByHand(product);
    scanByHand(lot);
    await waitFor(() => expect(screen.getByLabelText(/^Batch number/)).toHaveValue('AB-1'));
    expect(quantity).toHaveValue('1');
  });

  it.each(['It expired on Jan 31, 2020', "It must be accepted on the item's page first"])(
    'in Use, says why a batch must not be used and offers the next one: %s',
    async (unusableReason) => {
      const code = `01${GTIN}10B-OLD`;
      const old = { ...early, batchNumber: 'B-OLD', unusableReason };
      setUpScan('out', { [code]: { item: packed, package: box, batch: old, next: early } });
      await screen.findByLabelText('Quantity used');
      scanByHand(code);
      expect(await screen.findByText(`Batch B-OLD can't be used. ${unusableReason}.`)).toBeVisible();
      await userEvent.click(screen.getByRole('button', { name: /^Use B-EARLY/ }));
      expect(screen.queryByText(/can't be used/)).not.toBeInTheDocument();
      expect(screen.getByLabelText('Quantity used')).toHaveFocus();
    },
  );

  it('asks once which item an unknown code is, and remembers it', async () => {
    const { api } = setUpScan('in', {});
    api.on(contract.inventory.update, () => answer({ ...packed, version: 9 }));
    await screen.findByLabelText('Quantity received');
    scanByHand('036000291452');
    const dialog = await screen.findByRole('dialog', { name: 'Which item is this?' });
    const factor = within(dialog).getByLabelText('Contains');
    await userEvent.clear(factor);
    await userEvent.type(factor, '25');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remember code' }));
    await waitFor(() => expect(api.requests(contract.inventory.update)).toHaveLength(1));
    expect(api.requests(contract.inventory.update)[0]?.body).toEqual({
      packages: [box, { gtin: '00036000291452', name: 'Box', factor: 25 }],
      version: packed.version,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(api.requests(contract.inventory.update)).toHaveLength(2));
    expect(api.requests(contract.inventory.update)[1]?.body).toEqual({ packages: [box], version: 9 });
  });

  it('refuses a code that cannot be read without asking the server', async () => {
    const { api } = setUpScan('in', {});
    await screen.findByLabelText('Quantity received');
    scanByHand(']d20109501101020918');
    expect(await screen.findByText(/The check digit of the GTIN 09501101020918 is wrong/)).toBeVisible();
    expect(api.requests(contract.inventory.scan)).toHaveLength(0);
  });

  it('shows both dates of a batch that is known with another one, and asks for a reason', async () => {
    const { sent } = setUpScan('in', {});
    await userEvent.type(await screen.findByLabelText('Quantity received'), '5');
    await userEvent.type(screen.getByLabelText(/^Batch number/), 'b-early');
    fireEvent.change(screen.getByLabelText(/^Expiry date/), { target: { value: '2027-02-28' } });
    expect(
      await screen.findByText(/in stock expires on Jan 31, 2027, but this one expires on Feb 28, 2027/),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Receive' }));
    expect(await screen.findByText('Reason is required')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Reason'), 'The label of this box says so');
    await userEvent.click(screen.getByRole('button', { name: 'Receive' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({ otherExpiry: true, reason: 'The label of this box says so' });
  });
});

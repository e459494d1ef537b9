import { contract } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { LaboratoryDetailPage } from '../../features/laboratories/laboratory-detail-page';
import { LaboratoryListPage } from '../../features/laboratories/laboratory-list-page';
import { session } from '../../data/session';
import { useSession } from '../../data/use-session';
import { Route, Routes } from 'react-router-dom';
import { answer, answerCreated, answerPage, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';

const user = sessionUser({ role: 'super_admin' });
const stored = laboratory({ name: 'Salt Lake', version: 3 });
const path = `/laboratories/${stored._id}`;

/** As in the product, nothing is shown to a person who is not signed in. */
function Pages() {
  if (useSession().status !== 'signed-in') return <p>Signed out</p>;
  return (
    <Routes>
      <Route path="/laboratories" element={<LaboratoryListPage />} />
      <Route path="/laboratories/:id" element={<LaboratoryDetailPage />} />
      <Route path="/staff" element={<p>Staff</p>} />
    </Routes>
  );
}

function setUp() {
  const api = fakeApi();
  api.on(contract.laboratories.list, () => answerPage([stored]));
  api.on(contract.laboratories.get, () => answer(stored));
  api.on(contract.laboratories.create, () => failure('UNAVAILABLE'));
  return api;
}

const open = (at = '/laboratories', who = user) => renderApp(<Pages />, { user: who, at });
const name = () => screen.findByLabelText('Name', { selector: 'input' });
const press = async (label: string) => userEvent.click(await screen.findByRole('button', { name: label }));
const type = async (text: string) => {
  await userEvent.clear(await name());
  await userEvent.click(await name());
  await userEvent.paste(text);
};

async function fillIn() {
  for (const [label, text] of Object.entries({ Code: 'NOR', Phone: '+91 353 250 0000', City: 'Siliguri' })) {
    await userEvent.click(screen.getByLabelText(label, { selector: 'input' }));
    await userEvent.paste(text);
  }
}

async function typeNew() {
  const view = open();
  await press('New laboratory');
  await type('North Wing');
  return view;
}

async function edit() {
  const view = open(path);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit laboratory' }));
  await screen.findByRole('button', { name: 'Save changes' });
  await type('Salt Lake North');
  return view;
}

describe('the draft of a new document', () => {
  it('outlives a reload: the form is open again with what was typed', async () => {
    setUp();
    (await typeNew()).unmount();
    open();
    expect(await name()).toHaveValue('North Wing');
    expect(screen.getByText(/^Your changes from/)).toBeVisible();
  });

  it('leads back into the form after an expired session, once the same person has signed in', async () => {
    setUp();
    await typeNew();
    act(() => session.end('expired'));
    expect(screen.getByText('Signed out')).toBeVisible();
    act(() => session.start('token', user));
    expect(await name()).toHaveValue('North Wing');
  });

  it('is gone once somebody else has signed in', async () => {
    setUp();
    await typeNew();
    act(() => session.end('expired'));
    act(() => session.start('token', sessionUser({ role: 'super_admin' })));
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => session.end('expired'));
    act(() => session.start('token', user));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is sent with the key of the first attempt, so that a lost answer creates nothing twice', async () => {
    const api = setUp();
    const view = await typeNew();
    await fillIn();
    await press('Create laboratory');
    await screen.findByText('The service is busy. Try again in a moment.');
    view.unmount();
    open();
    api.on(contract.laboratories.create, () => answerCreated(stored));
    await press('Create laboratory');
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
    const keys = api.requests(contract.laboratories.create).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it('has a new key once the person knows that an earlier version of it was sent', async () => {
    const api = setUp();
    await typeNew();
    await fillIn();
    api.on(contract.laboratories.create, () => failure('IDEMPOTENCY_KEY_REUSED'));
    await press('Create laboratory');
    await screen.findByText(/^An earlier version of this was already sent/);
    api.on(contract.laboratories.create, () => answerCreated(stored));
    await press('Create laboratory');
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
    const keys = api.requests(contract.laboratories.create).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  it.each([
    ['it is discarded', () => press('Discard')],
    [
      'the person logs out',
      async () => {
        await Promise.resolve();
        act(() => session.end('left'));
      },
    ],
  ])('is gone after %s', async (_, leave) => {
    setUp();
    (await typeNew()).unmount();
    open();
    await leave();
    expect(sessionStorage).toHaveLength(0);
  });

  it('takes the refusal and the key with it when it is discarded', async () => {
    const api = setUp();
    (await typeNew()).unmount();
    open();
    await name();
    await fillIn();
    await press('Create laboratory');
    await screen.findByText('The service is busy. Try again in a moment.');
    await press('Discard');
    expect(screen.queryByText('The service is busy. Try again in a moment.')).toBeNull();
    await type('South Wing');
    await fillIn();
    api.on(contract.laboratories.create, () => answerCreated(stored));
    await press('Create laboratory');
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
    const keys = api.requests(contract.laboratories.create).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
  });

  it('is gone when the form is closed and its changes are discarded', async () => {
    setUp();
    const view = await typeNew();
    await press('Cancel');
    await press('Discard');
    expect(sessionStorage).toHaveLength(0);
    view.unmount();
    open();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not opened on another page', async () => {
    setUp();
    (await typeNew()).unmount();
    open('/staff');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is passed over where it cannot be read', () => {
    setUp();
    sessionStorage.setItem(`draft:${user._id}:laboratories:new`, '{"values":');
    open();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the draft of a stored document', () => {
  it('outlives a reload', async () => {
    setUp();
    (await edit()).unmount();
    open(path);
    await screen.findByRole('button', { name: 'Save changes' });
    expect(await name()).toHaveValue('Salt Lake North');
  });

  it('meets a version that someone else saved meanwhile', async () => {
    const api = setUp();
    (await edit()).unmount();
    api.on(contract.laboratories.get, () => answer({ ...stored, name: 'Salt Lake South', version: 4 }));
    open(path);
    expect(await screen.findByRole('group', { name: 'Newer version' })).toBeVisible();
    expect(screen.getByText('Salt Lake South', { exact: false, selector: 'span' })).toBeVisible();
    expect(await name()).toHaveValue('Salt Lake North');
  });
});

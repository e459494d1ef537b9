import { contract, type StaffMember } from '@shifa/contract';
import { sessionUser, staffListItem, staffMember } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { answer, answerPage, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { PersonInput } from './person-input';

function setUp(person?: StaffMember) {
  const api = fakeApi();
  const [anil, zoya] = [staffListItem({ name: 'Anil Bose' }), staffListItem({ name: 'Zoya Khan' })];
  api.on(contract.staff.list, ({ query }) => answerPage(query.get('search') === 'zoya' ? [zoya] : [anil]));
  api.on(contract.staff.get, () => (person ? answer(person) : failure('STAFF_NOT_FOUND')));
  function Page() {
    const [value, setValue] = useState(person?._id ?? '');
    return (
      <>
        <PersonInput value={value} onChange={setValue} />
        <output>{value}</output>
      </>
    );
  }
  renderApp(<Page />, { user: sessionUser({ role: 'super_admin' }) });
  return { api, zoya, input: () => screen.getByRole('combobox', { name: 'Person' }) };
}

describe('the choice of a person', () => {
  it('offers a few people who have not exited, and finds the others on the server', async () => {
    const { api, zoya, input } = setUp();
    await userEvent.click(input());
    expect(await screen.findByRole('option', { name: /Anil Bose/ })).toBeVisible();
    const [asked] = api.requests(contract.staff.list);
    expect(asked?.query.get('limit')).toBe('20');
    expect([asked?.query.get('status[0]'), asked?.query.get('status[1]'), asked?.query.get('status[2]')]).toEqual([
      'active',
      'suspended',
      null,
    ]);
    await userEvent.type(input(), 'zoya');
    await userEvent.click(await screen.findByRole('option', { name: /Zoya Khan/ }));
    expect(screen.getByRole('status')).toHaveTextContent(zoya._id);
    // The list is that of no search again; who was chosen stays in the box.
    await waitFor(() => expect(input()).toHaveValue(`Zoya Khan (${zoya.employeeCode})`));
  });

  it('shows who is chosen already, whether or not the list has them', async () => {
    const person = staffMember({ name: 'Meera Nair', employeeCode: 'KOL-0007' });
    const { input } = setUp(person);
    await waitFor(() => expect(input()).toHaveValue('Meera Nair (KOL-0007)'));
  });
});

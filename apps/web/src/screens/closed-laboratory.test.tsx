import { contract, type SessionUser } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answer, fakeApi } from '../testing/fake-api';
import { renderApp } from '../testing/render-app';
import { ClosedLaboratory } from './closed-laboratory';

const suspended = laboratory({ name: 'Shifa Puri', status: 'suspended' });
const active = laboratory({ name: 'Shifa Kolkata' });

function show(user: SessionUser, filter?: string[]) {
  const api = fakeApi();
  api.on(contract.laboratories.options, () => answer([active, suspended]));
  renderApp(<ClosedLaboratory use="enterRecords" filter={filter} />, { user });
}

const clerkOf = (laboratoryId: SessionUser['laboratoryId']) => sessionUser({ role: 'staff', laboratoryId });

describe('a suspended laboratory', () => {
  it('is announced to its own people, even to those who cannot see laboratories', () => {
    show(clerkOf(suspended));
    expect(screen.getByRole('status')).toHaveTextContent(
      'Shifa Puri: This laboratory is suspended and accepts no entries',
    );
  });

  it('is announced to whoever filters by it', async () => {
    show(sessionUser({ role: 'super_admin' }), [suspended._id]);
    expect(await screen.findByRole('status')).toHaveTextContent(/^Shifa Puri/);
  });

  it('is not announced among others', () => {
    show(clerkOf(active));
    show(sessionUser({ role: 'super_admin' }), [active._id, suspended._id]);
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });
});

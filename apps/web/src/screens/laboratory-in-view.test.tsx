import { contract, type SessionUser } from '@shifa/contract';
import { laboratory, nextId, sessionUser } from '@shifa/contract/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, fakeApi } from '../testing/fake-api';
import { renderApp } from '../testing/render-app';
import { LaboratorySelect, useLaboratoryInView, WithLaboratory } from './laboratory-in-view';

const [kolkata, howrah] = [laboratory({ name: 'Shifa Kolkata' }), laboratory({ name: 'Shifa Howrah' })];

function Page({ chosen, canShowAll }: { chosen: string | undefined; canShowAll: boolean }) {
  const view = useLaboratoryInView(chosen, 'attendance.view', { canShowAll });
  return (
    <>
      <LaboratorySelect view={view} onChange={() => undefined} />
      <WithLaboratory view={view} skeleton="loading">
        Shown: {view.laboratory?.name ?? 'all'}
      </WithLaboratory>
    </>
  );
}

function show(chosen: string | undefined, { user = sessionUser({ role: 'super_admin' }), canShowAll = false } = {}) {
  fakeApi().on(contract.laboratories.options, () => answer([kolkata, howrah]));
  return renderApp(<Page chosen={chosen} canShowAll={canShowAll} />, { user, at: `/page?laboratoryId=${chosen}` });
}

const clerkOf = (laboratoryId: SessionUser['laboratoryId']) => sessionUser({ role: 'staff', laboratoryId });

describe('the laboratory in view', () => {
  it('is the chosen one, the first, or all of them', async () => {
    show(howrah._id);
    expect(await screen.findByText('Shown: Shifa Howrah')).toBeVisible();
    show(undefined);
    expect(await screen.findByText('Shown: Shifa Kolkata')).toBeVisible();
    show(undefined, { canShowAll: true });
    expect(await screen.findByText('Shown: all')).toBeVisible();
  });

  it.each([true, false])('is no other one where a link names an archived one', async (canShowAll) => {
    const { address } = show(nextId(), { canShowAll });
    expect(await screen.findByText("This laboratory is archived, or you can't view it.")).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Laboratory' })).toHaveDisplayValue('Archived or unknown');
    await userEvent.click(screen.getByRole('link', { name: 'View another laboratory' }));
    expect(address()).toBe('/page');
  });

  it('is only their own for people of one laboratory', async () => {
    const user = clerkOf(kolkata);
    show(kolkata._id, { user });
    expect(await screen.findByText('Shown: Shifa Kolkata')).toBeVisible();
    show(howrah._id, { user });
    expect(await screen.findByText("This laboratory is archived, or you can't view it.")).toBeVisible();
  });
});

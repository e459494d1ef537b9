import { contract, type Laboratory, type Role } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { answer, answerCreated, fakeApi } from '../../../../testing/fake-api';
import { renderApp } from '../../../../testing/render-app';
import { LaboratoryForm } from '../laboratory-form';

export const stored = laboratory({ name: 'Salt Lake', code: 'SLK', version: 3 });

export function setUp({ document, role = 'super_admin' }: { document?: Laboratory; role?: Role } = {}) {
  const api = fakeApi();
  api.on(contract.laboratories.create, () => answerCreated(stored));
  api.on(contract.laboratories.update, () => answer(stored));
  const onSaved = vi.fn<(saved: Laboratory) => void>();
  const onClose = vi.fn<() => void>();
  const view = renderApp(
    <LaboratoryForm document={document} onSaved={(saved) => onSaved(saved)} onClose={() => onClose()} />,
    { user: sessionUser({ role }) },
  );
  return { ...view, api, onSaved, onClose };
}

export const field = (label: string | RegExp) => screen.getByLabelText(label, { selector: 'input' });
export const type = async (label: string, text: string) => {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), text);
};
export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
export const unfold = (title: string) => userEvent.click(screen.getByRole('button', { name: new RegExp(`^${title}`) }));

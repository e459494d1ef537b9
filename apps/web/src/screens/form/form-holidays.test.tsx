import { zodResolver } from '@hookform/resolvers/zod';
import { UpdateLaboratoryBody } from '@shifa/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { renderApp } from '../../testing/render-app';
import { FormHolidays } from './form-holidays';
import { useCheckedForm } from '../../ui/fields/use-checked-form';

const Body = z.object({ holidays: UpdateLaboratoryBody.shape.holidays });

function Form() {
  const { control, trigger, handleSubmit } = useCheckedForm({
    resolver: zodResolver(Body),
    defaultValues: { holidays: [] },
  });
  return (
    <form onSubmit={(event) => void handleSubmit(() => undefined)(event)}>
      <FormHolidays control={control} name="holidays" onLeave={() => void trigger('holidays')} />
      <button>Save</button>
    </form>
  );
}

it('judges a holiday when it is left or sent, not when it is added', async () => {
  renderApp(<Form />);
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  await press('Add holiday');
  await press('Save');
  const [dateOfFirst] = await screen.findAllByLabelText('Date');
  await waitFor(() => expect(dateOfFirst).toBeInvalid());

  await press('Add holiday');
  const [, added] = screen.getAllByLabelText('Date');
  expect(added).toBeValid();
  await press('Save');
  await waitFor(() => expect(screen.getAllByLabelText('Date')[1]).toBeInvalid());
});

it('keeps the focus in its row when an earlier one is removed', async () => {
  renderApp(<Form />);
  for (const name of ['First', 'Second']) {
    await userEvent.click(screen.getByRole('button', { name: 'Add holiday' }));
    const [added] = screen.getAllByLabelText('Name').slice(-1);
    if (added) await userEvent.type(added, name);
  }
  const second = screen.getAllByLabelText('Name')[1];
  act(() => screen.getByRole('button', { name: 'Remove First' }).click());
  expect(screen.getByLabelText('Name')).toBe(second);
  expect(second).toHaveFocus();
});

it('keeps rows with their fields when they are sorted', async () => {
  renderApp(<Form />);
  for (const date of ['2026-12-25', '2026-01-26']) {
    await userEvent.click(screen.getByRole('button', { name: 'Add holiday' }));
    const [added] = screen.getAllByLabelText('Date').slice(-1);
    if (added) fireEvent.change(added, { target: { value: date } });
  }
  const [christmas] = screen.getAllByLabelText('Date');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getAllByLabelText('Date')[1]).toBe(christmas));
});

import { zodResolver } from '@hookform/resolvers/zod';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { renderApp } from '../../testing/render-app';
import { FormNumber } from './form-number';
import { FormText } from './form-text';
import { useCheckedForm } from './use-checked-form';

const Body = z
  .object({ least: z.number({ error: 'Enter a number' }).max(100, 'At most 100'), most: z.number(), note: z.string() })
  .refine(({ least, most }) => least <= most, { error: 'Must be at least the first', path: ['most'] });

function Form() {
  const { control, trigger, setError, handleSubmit } = useCheckedForm({
    resolver: zodResolver(Body),
    defaultValues: { least: 5, most: 9, note: '' },
  });
  return (
    <form onSubmit={(event) => void handleSubmit(() => undefined)(event)}>
      <FormNumber control={control} name="least" label="Least" />
      <FormNumber control={control} name="most" label="Most" />
      <FormText control={control} name="note" label="Note" />
      <button type="button" onClick={() => void trigger()}>
        Check
      </button>
      <button type="button" onClick={() => setError('note', { type: 'server', message: 'Refused' })}>
        Refuse
      </button>
    </form>
  );
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('a fault of a form', () => {
  it('disappears when its value is corrected, before anything was submitted', async () => {
    renderApp(<Form />);
    type('Least', '500');
    press('Check');
    await screen.findByText('At most 100');
    type('Least', '7');
    await waitFor(() => expect(screen.queryByText('At most 100')).toBeNull());
  });

  it('changes its words with the value', async () => {
    renderApp(<Form />);
    type('Least', '500');
    press('Check');
    await screen.findByText('At most 100');
    type('Least', 'five');
    await screen.findByText('Enter a number');
  });

  it('disappears when the other field that it depends on is corrected', async () => {
    renderApp(<Form />);
    type('Least', '50');
    press('Check');
    await screen.findByText('Must be at least the first');
    type('Least', '3');
    await waitFor(() => expect(screen.queryByText('Must be at least the first')).toBeNull());
  });

  it('does not appear in a field that nobody has judged yet', async () => {
    renderApp(<Form />);
    type('Least', '500');
    type('Note', 'x');
    await waitFor(() => expect(screen.queryByText('At most 100')).toBeNull());
  });

  it('stays if the server found it, until its own field changes', async () => {
    renderApp(<Form />);
    press('Refuse');
    await screen.findByText('Refused');
    type('Least', '6');
    expect(screen.getByText('Refused')).toBeVisible();
    type('Note', 'better');
    await waitFor(() => expect(screen.queryByText('Refused')).toBeNull());
  });
});

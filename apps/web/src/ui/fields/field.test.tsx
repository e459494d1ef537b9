import { zodResolver } from '@hookform/resolvers/zod';
import { BusinessDaySchema } from '@shifa/contract';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useCheckedForm } from './use-checked-form';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { renderApp } from '../../testing/render-app';
import { typePartly, typeWhole } from '../../testing/type-partly';
import { FormText } from './form-text';
import { TextInput } from './text-input';

const Body = z.object({ day: z.literal('').or(BusinessDaySchema) });

function Form({ onSend }: { onSend: (body: unknown) => void }) {
  const { control, handleSubmit } = useCheckedForm({ resolver: zodResolver(Body), defaultValues: { day: '' } });
  return (
    <form onSubmit={(event) => void handleSubmit((body) => onSend(body))(event)}>
      <FormText control={control} name="day" label="Day" type="date" optional />
      <button>Send</button>
    </form>
  );
}

function Kept({ initial }: { initial: string }) {
  const [time, setTime] = useState(initial);
  return (
    <>
      <TextInput label="Time" type="time" value={time} onChange={setTime} />
      <output>{time}</output>
      <button onClick={() => setTime('')}>Discard</button>
    </>
  );
}

it('a form is not sent with a part of a date, as if the field were blank', async () => {
  const onSend = vi.fn();
  renderApp(<Form onSend={onSend} />);
  const field = screen.getByLabelText(/^Day/);
  typePartly(field);
  expect(screen.queryByText('Complete the date.')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Complete the date.')).toBeVisible();
  expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(onSend).not.toHaveBeenCalled();

  typeWhole(field, '2026-11-05');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSend).toHaveBeenCalledExactlyOnceWith({ day: '2026-11-05' });
});

it('a part of a time is a fault once the field is left, and none when it is cleared', () => {
  renderApp(<Kept initial="09:00" />);
  const field = screen.getByLabelText('Time');
  typePartly(field);
  expect(screen.getByRole('status')).toHaveTextContent('incomplete');
  expect(screen.queryByText('Complete the time.')).not.toBeInTheDocument();
  fireEvent.blur(field);
  expect(screen.getByText('Complete the time.')).toBeVisible();
  typeWhole(field, '');
  fireEvent.keyUp(field, { key: 'Delete' });
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(screen.queryByText('Complete the time.')).not.toBeInTheDocument();
});

it('a part of a time goes with what is discarded', async () => {
  renderApp(<Kept initial="" />);
  const field = screen.getByLabelText('Time');
  typePartly(field);
  expect(screen.getByRole('status')).toHaveTextContent('incomplete');
  const written = vi.spyOn(field as HTMLInputElement, 'value', 'set');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(written).toHaveBeenCalledExactlyOnceWith('');
});

it('what a draft kept of a part is asked for again', () => {
  renderApp(<Kept initial="incomplete" />);
  expect(screen.getByLabelText('Time')).toHaveValue('');
  expect(screen.getByText('Complete the time.')).toBeVisible();
});

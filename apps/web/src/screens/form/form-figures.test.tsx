import { AmountPaiseSchema } from '@shifa/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { renderApp } from '../../testing/render-app';
import { FormMoney } from './form-money';
import { useCheckedForm } from '../../ui/fields/use-checked-form';
import { FormNumber } from '../../ui/fields/form-number';

const Schema = z.object({ limit: AmountPaiseSchema, grace: z.number('Enter a whole number').int() });
type Values = z.infer<typeof Schema>;

function Example({ onValid }: { onValid: (values: Values) => void }) {
  const { control, handleSubmit, reset } = useCheckedForm<Values, Values>({
    defaultValues: { limit: 5_000_000, grace: 15 },
    resolver: zodResolver(Schema),
  });
  return (
    <form onSubmit={(event) => void handleSubmit(onValid)(event)}>
      <FormMoney control={control} name="limit" label="Limit" />
      <FormNumber control={control} name="grace" label="Grace" unit="minutes" />
      <button type="submit">Save</button>
      <button type="button" onClick={() => reset({ limit: 100, grace: 3 })}>
        Reset
      </button>
    </form>
  );
}

function setUp() {
  const onValid = vi.fn<(values: Values) => void>();
  renderApp(<Example onValid={(values) => onValid(values)} />);
  const type = async (label: string, text: string) => {
    await userEvent.clear(screen.getByLabelText(label));
    if (text !== '') await userEvent.type(screen.getByLabelText(label), text);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  };
  return { onValid, type };
}

describe('figures in a form', () => {
  it('are shown grouped and read exactly', async () => {
    const { onValid, type } = setUp();
    expect(screen.getByLabelText('Limit')).toHaveValue('50,000.00');
    await type('Limit', '1,00,000.5');
    expect(screen.getByLabelText('Limit')).toHaveValue('100,000.50');
    expect(onValid).toHaveBeenCalledExactlyOnceWith({ limit: 10_000_050, grace: 15 });
  });

  it.each([
    ['1,200', 1200],
    ['1,00,000', 100_000],
  ])('read the number %s', async (text, grace) => {
    const { onValid, type } = setUp();
    await type('Grace', text);
    expect(onValid).toHaveBeenCalledExactlyOnceWith({ limit: 5_000_000, grace });
  });

  it.each(['1e3', '0x10'])('do not read the number %s', async (text) => {
    const { onValid, type } = setUp();
    await type('Grace', text);
    expect(screen.getByText('Enter a whole number')).toBeVisible();
    expect(screen.getByLabelText('Grace')).toHaveValue(text);
    expect(onValid).not.toHaveBeenCalled();
  });

  it('ask a phone for the keyboard of their digits', () => {
    setUp();
    expect(screen.getByLabelText('Limit')).toHaveAttribute('inputmode', 'decimal');
    expect(screen.getByLabelText('Grace')).toHaveAttribute('inputmode', 'numeric');
    expect(screen.getByLabelText('Grace')).toHaveAttribute('enterkeyhint', 'done');
  });

  it.each(['0', '-5', '1.234', 'lots', '1e9'])('refuse %j and keep it to be mended', async (text) => {
    const { onValid, type } = setUp();
    await type('Limit', text);
    expect(screen.getByText('Enter an amount above zero with at most two decimals')).toBeVisible();
    expect(screen.getByLabelText('Limit')).toHaveValue(text);
    expect(onValid).not.toHaveBeenCalled();
  });

  it.each(['999,999,999,999', '10000000000.01', '9'.repeat(40)])('say the maximum for %s', async (text) => {
    const { onValid, type } = setUp();
    await type('Limit', text);
    expect(screen.getByText('Must be at most ₹10,000,000,000.00')).toBeVisible();
    expect(screen.getByLabelText('Limit')).toHaveValue(text);
    expect(onValid).not.toHaveBeenCalled();
  });

  it('never take a blank for a default', async () => {
    const { onValid, type } = setUp();
    await type('Grace', '');
    expect(screen.getByText('Enter a whole number')).toBeVisible();
    expect(onValid).not.toHaveBeenCalled();
  });

  it('follow a reset', async () => {
    const { type } = setUp();
    await type('Grace', '20');
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    expect(screen.getByLabelText('Limit')).toHaveValue('1.00');
    expect(screen.getByLabelText('Grace')).toHaveValue('3');
  });
});

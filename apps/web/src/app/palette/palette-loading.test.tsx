import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { box, openByKey, setUp } from '../../testing/palette';

vi.mock('./palette', async (load) => {
  await new Promise((resolve) => setTimeout(resolve, 300));
  return load();
});

it('keeps what is typed while its code is fetched', async () => {
  setUp();
  openByKey();
  const early = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' });
  expect(early).toHaveFocus();
  fireEvent.change(early, { target: { value: 'prof' } });
  expect(early).toHaveValue('prof');
  const late = await box();
  expect(late).toHaveValue('prof');
  expect(late).toHaveFocus();
});

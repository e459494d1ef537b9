import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../lib/api-error';
import { connection } from '../lib/connection';
import { renderApp } from '../testing/render-app';
import { useErrorToast } from './use-error-toast';

function Page({ error }: { error: ApiError }) {
  const toast = useErrorToast();
  return (
    <>
      <button onClick={() => toast.show(error, error.message)}>Fail</button>
      <button onClick={toast.clear}>Try again</button>
    </>
  );
}

const shown = (text: string) => screen.queryAllByText(text);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('a toast about a failure', () => {
  it('is shown once, however often it fails, and goes when it is tried again', async () => {
    renderApp(<Page error={new ApiError(409, { message: 'The books are closed' })} />);
    await press('Fail');
    await press('Fail');
    await waitFor(() => expect(shown('The books are closed')).toHaveLength(1));
    await press('Try again');
    await waitFor(() => expect(shown('The books are closed')).toEqual([]));
  });

  it.each([
    [0, 'goes when the connection is back', 0],
    [500, "stays where the connection wasn't its cause", 1],
  ])('of status %s %s', async (status, _, left) => {
    renderApp(<Page error={new ApiError(status, { message: 'It failed' })} />);
    act(() => connection.report(false));
    await press('Fail');
    expect(await screen.findByText('It failed')).toBeVisible();
    act(() => connection.report(true));
    await waitFor(() => expect(shown('It failed')).toHaveLength(left));
  });
});

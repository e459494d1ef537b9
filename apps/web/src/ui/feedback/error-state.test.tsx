import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api-error';
import { renderApp } from '../../testing/render-app';
import { ErrorState } from './error-state';

function show(status: number, message: string) {
  const onRetry = () => undefined;
  renderApp(
    <ErrorState title="Couldn't load the laboratory" error={new ApiError(status, { message })} onRetry={onRetry} />,
  );
}

it('offers to try again', () => {
  show(503, 'The server is busy');
  expect(screen.getByRole('alert')).toHaveTextContent("Couldn't load the laboratoryThe server is busy");
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it('says who lacks the permission instead, where trying again cannot help', () => {
  show(403, "You don't have permission to do this");
  expect(screen.getByText("You don't have permission to do this")).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

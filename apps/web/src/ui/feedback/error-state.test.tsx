import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api-error';
import { renderApp } from '../../testing/render-app';
import { ErrorState } from './error-state';

function show(status: number, message: string) {
  const onRetry = () => undefined;
  renderApp(
    <ErrorState
      title="The laboratory could not be loaded"
      error={new ApiError(status, { message })}
      onRetry={onRetry}
    />,
  );
}

it('offers to try again', () => {
  show(503, 'The server is busy');
  expect(screen.getByRole('alert')).toHaveTextContent('The laboratory could not be loadedThe server is busy');
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});

it('says who lacks the permission instead, where trying again cannot help', () => {
  show(403, 'You do not have permission to do this');
  expect(screen.getByText('You do not have permission to do this')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app';
import { AppRoutes } from './app-routes';

it.each([
  ['Spinner: sizes', 'Loading', 4],
  ['Spinner: colours', 'Loading', 4],
  ['Dots', 'Loading', 3],
  ['Pulse', 'Loading', 3],
  ['Skeleton: variants', 'Loading content', 3],
  ['Card skeletons, staggered', 'Loading card', 4],
  ['Page skeleton', 'Loading card', 4],
  ['Full screen: spinner', 'Loading', 1],
  ['Full screen: dots', 'Loading', 1],
  ['Full screen: pulse', 'Loading', 1],
])('the development page shows «%s»', async (title, label, count) => {
  renderApp(<AppRoutes />, { at: '/development/loading-views' });
  const group = await screen.findByRole('region', { name: title });
  expect(within(group).getAllByRole('status', { name: label })).toHaveLength(count);
});

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../testing/render-app';
import { Figures } from './figures';

it('figures of a wide card share its width, so that their labels are not broken', () => {
  renderApp(<Figures figures={[{ label: 'Maternity leave', figure: '182', note: 'of 182 days left, 0 taken' }]} />);
  expect(screen.getByRole('list')).toHaveStyle({
    gridTemplateColumns: 'repeat(auto-fill, minmax(max(108px, 100% / 7), 1fr))',
  });
});

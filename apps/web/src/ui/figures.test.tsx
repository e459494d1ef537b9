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

it.each([
  [4, 'in-twos'],
  [6, 'in-threes'],
  [8, undefined],
])('figures of a narrow card fill their lines: %d of them %s', (count, lines) => {
  const figures = Array.from({ length: count }, (_, index) => ({ label: `Figure ${index}`, figure: '1' }));
  renderApp(<Figures figures={figures} />);
  const list = screen.getByRole('list');
  expect(['in-twos', 'in-threes'].filter((name) => list.classList.contains(name))).toEqual(lines ? [lines] : []);
});

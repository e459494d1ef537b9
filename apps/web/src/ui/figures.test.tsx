import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../testing/render-app';
import { type Figure, Figures } from './figures';

it('figures of a wide card share its width, so that their labels are not broken', () => {
  renderApp(<Figures figures={[{ label: 'Maternity leave', figure: '182', note: 'of 182 days left, 0 taken' }]} />);
  expect(screen.getByRole('list')).toHaveStyle({
    gridTemplateColumns: 'repeat(auto-fill, minmax(max(108px, 100% / 7), 1fr))',
  });
});

const amount: Figure = { label: 'Value', figure: '₹3,369,733.00', wide: true };

it.each<[number, Figure[], string | undefined]>([
  [4, [], 'in-twos'],
  [6, [], 'in-threes'],
  // The amount has the last line for itself.
  [6, [amount], 'in-threes'],
  [8, [], undefined],
  [0, [amount], undefined],
])('figures of a narrow card fill their lines: %d of them and %j', (count, others, lines) => {
  const figures = Array.from({ length: count }, (_, index) => ({ label: `Figure ${index}`, figure: '1' }));
  renderApp(<Figures figures={[...figures, ...others]} />);
  const list = screen.getByRole('list');
  expect(['in-twos', 'in-threes'].filter((name) => list.classList.contains(name))).toEqual(lines ? [lines] : []);
});

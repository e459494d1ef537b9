import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../testing/render-app';
import { FigureLine } from './figure-line';

describe('the figures above a list', () => {
  it('are links to what they count, where there is such a list', () => {
    renderApp(
      <FigureLine
        label="Counts"
        figures={[
          { label: 'Low', figure: '7', note: 'At the minimum', to: '/items?low=true' },
          { label: 'Cost', figure: '₹1,250.00' },
        ]}
      />,
    );
    expect(screen.getByRole('list', { name: 'Counts' })).toHaveTextContent('Cost ₹1,250.00');
    const [link, ...others] = screen.getAllByRole('link');
    expect(link).toHaveAttribute('href', '/items?low=true');
    expect(link).toHaveTextContent('Low 7 At the minimum');
    expect(others).toEqual([]);
  });

  it('are announced while they are being loaded', () => {
    renderApp(<FigureLine label="Counts" figures={undefined} />);
    expect(screen.getByRole('status', { name: 'Loading figures' })).toBeVisible();
  });
});

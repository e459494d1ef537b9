import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app';
import { Dots, Pulse, Spinner } from './indicators';
import { LoadingScreen } from './loading-screen';
import { Skeleton, StatCardSkeleton } from './skeleton';

describe('the loading screen', () => {
  it('bounces the logo over an indicator and «Loading...»', () => {
    renderApp(<LoadingScreen />);
    expect(screen.getByAltText('Laboratory Logo')).toBeVisible();
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    expect(screen.getByText('Loading...')).toBeVisible();
  });

  it.each(['spinner', 'dots', 'pulse'] as const)('has one indicator when it is asked for %s', (indicator) => {
    renderApp(<LoadingScreen indicator={indicator} message="Checking authentication..." />);
    expect(screen.getAllByRole('status')).toHaveLength(1);
    expect(screen.getByText('Checking authentication...')).toBeVisible();
  });
});

describe('indicators', () => {
  it.each([
    ['sm', 'primary'],
    ['md', 'accent'],
    ['lg', 'success'],
    ['xl', 'info'],
  ] as const)('spin in size %s and colour %s, a turn a second', (size, color) => {
    renderApp(<Spinner size={size} color={color} />);
    expect(getComputedStyle(screen.getByRole('status', { name: 'Loading' })).animation).toContain('1s linear infinite');
  });

  it('grow with their size', () => {
    renderApp((['sm', 'md', 'lg', 'xl'] as const).map((size) => <Spinner key={size} size={size} />));
    const widths = screen.getAllByRole('status').map((spinner) => Number.parseInt(getComputedStyle(spinner).width, 10));
    expect(widths).toEqual([...widths].sort((a, b) => a - b));
    expect(new Set(widths).size).toBe(4);
  });

  it.each(['primary', 'accent', 'success'] as const)('pulse in %s', (color) => {
    renderApp([<Dots key="dots" color={color} />, <Pulse key="pulse" color={color} />]);
    expect(screen.getAllByRole('status', { name: 'Loading' })).toHaveLength(2);
  });
});

describe('skeletons', () => {
  it.each(['text', 'circular', 'rectangular'] as const)('say that content of form %s is coming', (variant) => {
    renderApp(<Skeleton variant={variant} />);
    const skeleton = screen.getByRole('status', { name: 'Loading content' });
    expect(getComputedStyle(skeleton).animation).toContain('1.5s');
  });

  it('stand for as many cards as there will be, each a tenth of a second later', () => {
    renderApp(<StatCardSkeleton count={3} />);
    const cards = screen.getAllByRole('status', { name: 'Loading card' });
    expect(cards.map((card) => card.style.animationDelay)).toEqual(['0s', '0.1s', '0.2s']);
    const [first] = cards;
    expect(first && within(first).queryByRole('status')).toBeNull();
  });
});

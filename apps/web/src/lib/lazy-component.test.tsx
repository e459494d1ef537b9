import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { lazyComponent } from './lazy-component';

it('renders code that is there at once, without the fallback', async () => {
  const Fallback = vi.fn(() => <p>loading</p>);
  const Part = lazyComponent(() => Promise.resolve(() => <p>part</p>));
  void Part.preload();
  await Promise.resolve();
  render(
    <Suspense fallback={<Fallback />}>
      <Part />
    </Suspense>,
  );
  expect(screen.getByText('part')).toBeVisible();
  expect(Fallback).not.toHaveBeenCalled();
});

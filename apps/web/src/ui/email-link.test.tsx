import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../testing/render-app';
import { EmailLink } from './email-link';

it('an address is one text, which can be broken before its domain', () => {
  renderApp(<EmailLink email="asha.rao@shifa.example" />);
  const link = screen.getByRole('link', { name: 'asha.rao@shifa.example' });
  expect(link).toHaveAttribute('href', 'mailto:asha.rao@shifa.example');
  expect(link.innerHTML).toBe('asha.rao<wbr>@shifa.example');
});

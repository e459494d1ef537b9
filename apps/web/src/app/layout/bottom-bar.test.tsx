import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app';
import { BottomBar } from './bottom-bar';

describe('the bottom bar', () => {
  it('links the sections that have a short name, with the number of what is waiting there', () => {
    const items = [
      { path: '/dashboard', label: 'Dashboard', short: 'Home', icon: null },
      { path: '/approvals', label: 'Approvals', short: 'Approvals', icon: null, badge: <span>13</span> },
      { path: '/reports', label: 'Reports', icon: null },
    ];
    renderApp(<BottomBar items={items} />, { at: '/approvals' });
    const links = screen.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent]);
    expect(links).toEqual([
      ['/dashboard', 'Home'],
      ['/approvals', 'Approvals13'],
    ]);
    expect(screen.getByRole('link', { current: 'page' })).toHaveAttribute('href', '/approvals');
  });

  it('marks the section that another one is among the tabs of', () => {
    const items = [
      { path: '/inventory', label: 'Inventory', short: 'Inventory', icon: null, includes: ['/suppliers'] },
      { path: '/staff', label: 'Staff', short: 'Staff', icon: null },
    ];
    renderApp(<BottomBar items={items} />, { at: '/suppliers/names' });
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Inventory');
  });

  it('leaves a section of the user menu there, if there are more than six', () => {
    const six = ['Home', 'Labs', 'Staff', 'Finances', 'Inventory', 'Attendance'];
    const items = ['Approvals', ...six].map((short) => ({ path: `/${short}`, label: short, short, icon: null }));
    renderApp(<BottomBar items={items.map((item, index) => (index === 0 ? { ...item, inUserMenu: true } : item))} />);
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(six);
  });
});

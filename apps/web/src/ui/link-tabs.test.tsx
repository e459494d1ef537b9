import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render-app';
import { LinkTabs } from './link-tabs';

const tabs = [
  { path: '/finances', label: 'Overview' },
  { path: '/finances/report', label: 'Report' },
];

describe('the pages of a section', () => {
  it('are links, of which the current one is marked', () => {
    renderApp(<LinkTabs label="Finances" tabs={tabs} />, { at: '/finances/report/?year=2026' });
    expect(screen.getByRole('navigation', { name: 'Finances' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Overview' })).toHaveAttribute('href', '/finances');
    expect(screen.getByRole('link', { name: 'Overview' })).not.toHaveAttribute('aria-current');
    expect(screen.getByRole('link', { name: 'Report' })).toHaveAttribute('aria-current', 'page');
  });

  it('are scrolled to the current one where the screen is narrower', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockReturnValue(300);
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(60);
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(200);
    function Counted() {
      const [first, setFirst] = useState('Overview');
      return (
        <>
          <button onClick={() => setFirst('Overview (19)')}>Count</button>
          <LinkTabs label="Finances" tabs={[{ path: '/finances', label: first }, ...tabs.slice(1)]} />
        </>
      );
    }
    renderApp(<Counted />, { at: '/finances/report' });
    const bar = screen.getByRole('navigation', { name: 'Finances' });
    await waitFor(() => expect(bar.scrollLeft).toBe(230));

    // As the layout is after a number has arrived in a label before it.
    vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockReturnValue(330);
    fireEvent.click(screen.getByRole('button', { name: 'Count' }));
    await waitFor(() => expect(bar.scrollLeft).toBe(260));
  });

  it('can be scrolled with a mouse, as far as there are more', () => {
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(200);
    vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(500);
    const scrollBy = vi.fn();
    vi.stubGlobal('requestAnimationFrame', (work: () => void) => work());
    renderApp(<LinkTabs label="Finances" tabs={tabs} />, { at: '/finances' });
    const bar = screen.getByRole('navigation', { name: 'Finances' });
    bar.scrollBy = scrollBy;
    expect(screen.queryByTitle('Earlier pages')).not.toBeInTheDocument();
    fireEvent.click(screen.getByTitle('Further pages'));
    expect(scrollBy).toHaveBeenCalledWith({ left: 120 });

    bar.scrollLeft = 300;
    fireEvent.scroll(bar);
    expect(screen.queryByTitle('Further pages')).not.toBeInTheDocument();
    fireEvent.click(screen.getByTitle('Earlier pages'));
    expect(scrollBy).toHaveBeenLastCalledWith({ left: -120 });
  });
});

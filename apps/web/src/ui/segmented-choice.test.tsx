import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render-app';
import { SegmentedChoice } from './segmented-choice';

it('is scrolled to the chosen segment where the screen is narrower', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(60);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(200);
  function Counted() {
    const [leave, setLeave] = useState('Leave');
    const segments = [
      { value: 'leave', label: leave },
      { value: 'swaps', label: 'Swaps' },
    ];
    return (
      <>
        <button onClick={() => setLeave('Leave 19')}>Count</button>
        <SegmentedChoice label="Kind" segments={segments} value="swaps" onChange={() => undefined} />
      </>
    );
  }
  renderApp(<Counted />);
  const choice = screen.getByRole('radiogroup', { name: 'Kind' });
  expect(choice.scrollLeft).toBe(230);

  // As the layout is after a number has arrived in a label before it.
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockReturnValue(330);
  fireEvent.click(screen.getByRole('button', { name: 'Count' }));
  expect(choice.scrollLeft).toBe(260);
});

import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render-app';

const taken: string[] = [];

/** "Approve" gives its place to "Undo" at once. */
function Card() {
  const [held, setHeld] = useState(false);
  const tell = (name: string) => () => taken.push(name);
  return (
    <>
      {held ? (
        <button data-decisive onClick={tell('undo')}>
          Undo
        </button>
      ) : (
        <button
          data-decisive
          onClick={() => {
            tell('approve')();
            setHeld(true);
          }}
        >
          Approve
        </button>
      )}
      <button onClick={tell('other')}>Other</button>
    </>
  );
}

const place = { left: 100, top: 500, width: 180, height: 48 };

/** Both decisive buttons are in one place, where the finger is; the other one is elsewhere. */
function tap(x = 190, y = 520) {
  const inside = x < 300;
  const target = inside ? screen.getAllByRole('button')[0] : screen.getByRole('button', { name: 'Other' });
  fireEvent.click(target as HTMLElement, { detail: 1, clientX: x, clientY: y });
}

// One clock for all tests: the guard remembers when the last tap was.
beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());
beforeEach(() => {
  taken.length = 0;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
    DOMRect.fromRect({ x: place.left, y: place.top, width: place.width, height: place.height }),
  );
});
afterEach(() => {
  // The next test is another moment.
  vi.advanceTimersByTime(10_000);
  vi.restoreAllMocks();
});

it.each([
  ['a button', <Button key="button" loading={false} onClick={() => taken.push('sent')} />],
  ['an icon', <IconButton key="icon" loading={false} onClick={() => taken.push('sent')} />],
])('%s that can be loading takes a double tap as one decision', (_, button) => {
  renderApp(button);
  tap();
  vi.advanceTimersByTime(100);
  tap();
  expect(taken).toEqual(['sent']);
});

it('a link in the place of a button that sent can be followed at once', () => {
  function Form() {
    const [sent, setSent] = useState(false);
    if (sent) return <button onClick={() => taken.push('followed')}>Next</button>;
    return <Button loading={false} onClick={() => setSent(true)} />;
  }
  renderApp(<Form />);
  tap();
  tap();
  expect(taken).toEqual(['followed']);
});

it('two taps are two decisions if something is typed between them', () => {
  renderApp(
    <>
      <Button loading={false} onClick={() => taken.push('sent')} />
      <input aria-label="Code" />
    </>,
  );
  tap();
  fireEvent.input(screen.getByLabelText('Code'), { target: { value: '123456' } });
  tap();
  expect(taken).toEqual(['sent', 'sent']);
});

describe('a decisive button', () => {
  it.each([40, 120, 200, 300, 599])('takes a double tap of %i ms as one decision', (ms) => {
    renderApp(<Card />);
    tap();
    vi.advanceTimersByTime(ms);
    // A finger does not land on the same pixel twice.
    tap(284, 552);
    expect(taken).toEqual(['approve']);
  });

  it.each([600, 820, 2_000])('leaves its place to the next button after %i ms', (ms) => {
    renderApp(<Card />);
    tap();
    vi.advanceTimersByTime(ms);
    tap();
    expect(taken).toEqual(['approve', 'undo']);
  });

  it('leaves its place to the next tap after a tap elsewhere', () => {
    renderApp(<Card />);
    tap();
    tap(400, 520);
    tap();
    expect(taken).toEqual(['approve', 'other', 'undo']);
  });

  it('blocks neither other places nor keys', () => {
    renderApp(<Card />);
    tap();
    tap(400, 520);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }), { detail: 0 });
    expect(taken).toEqual(['approve', 'other', 'undo']);
  });
});

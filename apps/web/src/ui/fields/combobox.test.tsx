import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { containsTyped } from '../../lib/contains-typed';
import { renderApp } from '../../testing/render-app';
import { HUMAN_PAUSES_MS, LATE_MS, typeSlowly, wait } from '../../testing/type-slowly';
import { Combobox } from './combobox';
import { SuggestedText } from './suggested-text';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const parties = ['Blueline Couriers', 'Field & Sons', 'Fieldstone Labs', 'Medserve Engineers'];

/** What the server finds, which answers late. */
function lateAnswers(lateMs: number) {
  return function useLate(search: string): readonly string[] {
    const [found, setFound] = useState<readonly string[]>(parties);
    const [asked, setAsked] = useState('');
    if (asked !== search) {
      setAsked(search);
      setTimeout(() => act(() => setFound(parties.filter((party) => containsTyped(party, search)))), lateMs);
    }
    return found;
  };
}

function Form({
  useSuggestions,
  committed,
}: {
  useSuggestions: (search: string) => readonly string[];
  committed: string[];
}) {
  const [party, setParty] = useState('');
  return (
    <SuggestedText
      label="Party"
      value={party}
      onChange={setParty}
      onCommit={(text) => committed.push(text)}
      useSuggestions={useSuggestions}
    />
  );
}

describe('suggestions', () => {
  it.each(LATE_MS)('always contain what is in the box, with answers %i ms late', async (lateMs) => {
    for (const pauseMs of HUMAN_PAUSES_MS) {
      const { unmount } = renderApp(<Form useSuggestions={lateAnswers(lateMs)} committed={[]} />);
      const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Party' });
      fireEvent.mouseDown(box);
      await typeSlowly({
        box,
        text: 'field',
        pauseAt: 3,
        pauseMs,
        check: (typed) => {
          for (const option of screen.queryAllByRole('option')) {
            expect(containsTyped(option.textContent, typed), `${option.textContent} for ${typed}`).toBe(true);
          }
        },
      });
      expect(box.value).toBe('field');
      unmount();
    }
  });

  it.each(HUMAN_PAUSES_MS)(
    'are taken by ↓ Enter %i ms after the last key only if they contain the text',
    async (pauseMs) => {
      const committed: string[] = [];
      renderApp(<Form useSuggestions={lateAnswers(120)} committed={committed} />);
      const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Party' });
      fireEvent.mouseDown(box);
      await typeSlowly({ box, text: 'fields', pauseAt: 9, pauseMs: 0, check: () => undefined });
      await wait(pauseMs);
      fireEvent.keyDown(box, { key: 'ArrowDown' });
      fireEvent.keyDown(box, { key: 'Enter' });
      expect(box.value).toBe('Fieldstone Labs');
      expect(committed).toEqual(['Fieldstone Labs']);
    },
  );

  it('leave a text as it is that nothing contains', async () => {
    const committed: string[] = [];
    renderApp(<Form useSuggestions={lateAnswers(120)} committed={committed} />);
    const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Party' });
    fireEvent.mouseDown(box);
    await typeSlowly({ box, text: 'zenith', pauseAt: 9, pauseMs: 0, check: () => undefined });
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(box.value).toBe('zenith');
  });
});

it('keeps what is being typed while the page renders again', () => {
  function Page() {
    const [typed, setTyped] = useState('');
    const chosen = { value: 'kolkata', label: 'Kolkata' };
    return (
      <>
        <Combobox label="City" options={[]} value={chosen} onChange={() => undefined} onText={setTyped} />
        <p>Typed: {typed}</p>
      </>
    );
  }
  renderApp(<Page />);
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'City' });
  act(() => box.focus());
  fireEvent.change(box, { target: { value: 'Del' } });
  expect(screen.getByText('Typed: Del')).toBeVisible();
  expect(box.value).toBe('Del');
});

import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HUMAN_PAUSES_MS, LATE_MS, typeSlowly, wait } from '../testing/type-slowly';
import { SearchInput } from './search-input';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A list whose address follows late, as on a busy machine. */
function Listing({ lateMs, sent }: { lateMs: number; sent: string[] }) {
  const [address, setAddress] = useState('');
  return (
    <>
      <SearchInput
        label="Search"
        value={address}
        onChange={(text) => {
          sent.push(text);
          setTimeout(() => setAddress(text), lateMs);
        }}
      />
      <button onClick={() => setAddress('')}>Clear filters</button>
      <p>Address: {address}</p>
    </>
  );
}

function setUp(lateMs: number) {
  const sent: string[] = [];
  const view = render(<Listing {...{ lateMs, sent }} />);
  return { box: screen.getByRole<HTMLInputElement>('searchbox'), sent, ...view };
}

const text = 'medserve ltd';

describe('a search box', () => {
  it.each(LATE_MS)(
    'never changes what is typed, with a pause at any position and an address %i ms late',
    async (lateMs) => {
      for (const pauseMs of HUMAN_PAUSES_MS) {
        for (let pauseAt = 1; pauseAt < text.length; pauseAt++) {
          const { box, unmount } = setUp(lateMs);
          await typeSlowly({ box, text, pauseAt, pauseMs, check: (typed) => expect(text).toContain(typed) });
          expect(box.value).toBe(text);
          await wait(1_500);
          expect(box.value).toBe(text);
          expect(screen.getByText(`Address: ${text}`)).toBeDefined();
          unmount();
        }
      }
    },
  );

  it.each(LATE_MS)('searches for what is in the box after a correction, with an address %i ms late', async (lateMs) => {
    for (const pauseMs of HUMAN_PAUSES_MS) {
      const { box, unmount } = setUp(lateMs);
      fireEvent.change(box, { target: { value: 'med' } });
      await wait(pauseMs);
      fireEvent.change(box, { target: { value: '' } });
      await wait(1_500);
      expect(box.value).toBe('');
      expect(screen.getByText('Address:')).toBeDefined();
      unmount();
    }
  });

  it('follows a change from elsewhere', async () => {
    const { box, sent } = setUp(60);
    fireEvent.change(box, { target: { value: 'med ' } });
    await wait(1_000);
    expect(box.value).toBe('med ');
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(box.value).toBe('');
    await wait(1_000);
    expect(sent).toEqual(['med']);
  });
});

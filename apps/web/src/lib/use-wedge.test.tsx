import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { useWedge } from './use-wedge';

const CODE = ']d201095011010209171728063010AB';

/** Types with so many milliseconds between two keys, as the browser reports them. */
function typeKeys(target: Element, keys: readonly (string | KeyboardEventInit)[], gap: number): boolean[] {
  let at = performance.now() + 10_000;
  return keys.map((one) => {
    const init = typeof one === 'string' ? { key: one } : one;
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
    Object.defineProperty(event, 'timeStamp', { value: (at += gap) });
    const isDefault = target.dispatchEvent(event);
    if (isDefault && target instanceof HTMLInputElement && init.key?.length === 1 && !init.ctrlKey) {
      fireEvent.input(target, { target: { value: target.value + init.key } });
    }
    return isDefault;
  });
}

function Desk({ onCode, onShortcut }: { onCode: (code: string) => void; onShortcut: (key: string) => void }) {
  const [name, setName] = useState('Before ');
  useWedge(onCode);
  return (
    <form onSubmit={(event) => event.preventDefault()} onKeyDown={({ key }) => onShortcut(key)}>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <button type="submit">Save</button>
    </form>
  );
}

function setUp() {
  const [onCode, onShortcut] = [vi.fn<(code: string) => void>(), vi.fn<(key: string) => void>()];
  render(<Desk onCode={onCode} onShortcut={onShortcut} />);
  return { onCode, onShortcut, name: screen.getByLabelText('Name'), button: screen.getByRole('button') };
}

describe('useWedge', () => {
  it('takes a burst that ends with Enter, and gives the field back what it contained', () => {
    const { onCode, name } = setUp();
    const defaults = typeKeys(name, [...Array.from(CODE), 'Enter'], 5);
    expect(onCode.mock.calls).toEqual([[CODE]]);
    expect(name).toHaveValue('Before ');
    expect(defaults.at(-1)).toBe(false);
  });

  it('takes no code while a dialog asks something above it, and again once it is answered', () => {
    const { onCode, name } = setUp();
    const dialog = document.createElement('div');
    dialog.className = 'MuiModal-root';
    document.body.append(dialog);
    const defaults = typeKeys(name, [...Array.from(CODE), 'Enter'], 5);
    expect(onCode).not.toHaveBeenCalled();
    expect(name).toHaveValue('Before ');
    expect(defaults.at(-1)).toBe(false);
    dialog.remove();
    typeKeys(name, [...Array.from(CODE), 'Enter'], 5);
    expect(onCode.mock.calls).toEqual([[CODE]]);
  });

  it('leaves what a person types alone, however fast single keys follow each other', () => {
    const { onCode, name } = setUp();
    const defaults = typeKeys(name, [...Array.from('glucose'), 'Enter'], 40);
    expect(name).toHaveValue('Before glucose');
    expect(defaults).not.toContain(false);
    typeKeys(name, [...Array.from('abcde'), 'Enter'], 5);
    expect(name).toHaveValue('Before glucoseabcde');
    typeKeys(
      name,
      Array.from(CODE).map((key) => ({ key })),
      5,
    );
    expect(name).toHaveValue(`Before glucoseabcde${CODE}`);
    expect(onCode).not.toHaveBeenCalled();
  });

  it('knows separators as Ctrl+] and as a character', () => {
    const { onCode, name } = setUp();
    typeKeys(
      name,
      [
        ...Array.from('10AB-1'),
        { key: 'Control' },
        { key: ']', ctrlKey: true },
        ...Array.from('17280630'),
        '\u001d',
        ...Array.from('21S'),
        'Enter',
      ],
      5,
    );
    expect(onCode.mock.calls).toEqual([['10AB-1\u001d17280630\u001d21S']]);
  });

  it('is not fooled by a key that is held down, nor thrown off by a page that is busy for a moment', () => {
    const { onCode, name } = setUp();
    typeKeys(name, [...Array.from({ length: 20 }, () => ({ key: 'a', repeat: true })), 'Enter'], 30);
    expect(onCode).not.toHaveBeenCalled();
    let at = performance.now() + 50_000;
    for (const [index, key] of [...Array.from(CODE), 'Enter'].entries()) {
      const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key });
      Object.defineProperty(event, 'timeStamp', { value: (at += index === 1 ? 200 : 3) });
      name.dispatchEvent(event);
    }
    expect(onCode.mock.calls).toEqual([[CODE]]);
  });

  it('presses no button and no shortcut of the page', () => {
    const { onCode, onShortcut, button } = setUp();
    const submitted = typeKeys(button, [...Array.from(CODE), 'Enter'], 5).at(-1);
    expect(onCode).toHaveBeenCalledWith(CODE);
    expect(submitted).toBe(false);
    expect(onShortcut.mock.calls).toEqual([[']']]);
  });

  it('does not take the end of an endless code for a code', () => {
    const { onCode, button } = setUp();
    typeKeys(button, [...Array.from('A'.repeat(600)), 'Enter'], 1);
    expect(onCode.mock.calls).toEqual([['A'.repeat(513)]]);
  });
});

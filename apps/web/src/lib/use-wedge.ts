import { MAX_CODE_LENGTH } from '@shifa/contract';
import { useEffect, useEffectEvent } from 'react';
import { openLayers, topmostLayer } from './layers';

/**
 * A hand scanner types a character every few milliseconds; no person keeps this up over a whole code. A page that is busy
 * may hold a single key up.
 */
const MEAN_GAP_MS = 35;
const MAX_GAP_MS = 250;
/** Fewer characters are no code of a box. */
const MIN_LENGTH = 6;

const SEPARATOR = '\u001d';

type Field = HTMLInputElement | HTMLTextAreaElement;
type Burst = {
  text: string;
  began: number;
  keys: number;
  at: number;
  field: Field | undefined;
  before: string;
  byAlt: string;
};

/**
 * Calls `onCode` with what a hand scanner types, wherever the focus is: a code in one burst that ends with Enter. Keys go
 * where they always go, so that nothing a person types is delayed or lost; once a burst turns out to be a code, the field
 * gets back what it contained before, and Enter does nothing else. While a dialog asks something above the scanner, a
 * code is taken by no one: what the question is about must not change behind it.
 */
export function useWedge(onCode: (code: string) => void, { disabled = false } = {}): void {
  const found = useEffectEvent(onCode);
  useEffect(() => {
    if (disabled) return undefined;
    let burst: Burst | undefined;
    const beneath = openLayers();
    const onKeyDown = (event: KeyboardEvent) => {
      if (['Shift', 'Control', 'Alt', 'AltGraph', 'CapsLock'].includes(event.key)) return;
      const isNext = burst !== undefined && event.timeStamp - burst.at <= MAX_GAP_MS;
      if (event.key === 'Enter') {
        const code = isNext ? burst : undefined;
        burst = undefined;
        if (!code || code.text.length < MIN_LENGTH || !isFast(code)) return;
        event.preventDefault();
        event.stopPropagation();
        restore(code);
        const above = topmostLayer();
        if (!above || beneath.includes(above)) found(code.text);
        return;
      }
      const typed = characterOf(event);
      // A key that is held down repeats as fast.
      if (typed === undefined || event.isComposing || event.repeat) {
        burst = undefined;
        return;
      }
      burst = isNext && burst ? burst : begun(event);
      const gap = event.timeStamp - burst.at;
      burst.at = event.timeStamp;
      burst.keys += 1;
      if (typed.byAlt) burst.byAlt += typed.text;
      // One character more than a code can have, so that it is refused.
      else if (burst.text.length <= MAX_CODE_LENGTH) burst.text += typed.text;
      if (typed.text === SEPARATOR || typed.byAlt) event.preventDefault();
      // No shortcut of the page is meant by the rest of a code.
      if (burst.text.length > 1 && gap <= MEAN_GAP_MS && !burst.field) event.stopPropagation();
    };
    // Alt with the digits 029 on the number pad.
    const onKeyUp = ({ key }: KeyboardEvent) => {
      if (key !== 'Alt' || !burst?.byAlt) return;
      if (Number(burst.byAlt) === SEPARATOR.charCodeAt(0)) burst.text += SEPARATOR;
      burst.byAlt = '';
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    document.addEventListener('keyup', onKeyUp, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true });
      document.removeEventListener('keyup', onKeyUp, { capture: true });
    };
  }, [disabled]);
}

function begun({ target, timeStamp }: KeyboardEvent): Burst {
  const field = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : undefined;
  return { text: '', began: timeStamp, keys: 0, at: timeStamp, field, before: field?.value ?? '', byAlt: '' };
}

function isFast({ began, at, keys }: Burst): boolean {
  return (at - began) / Math.max(1, keys - 1) <= MEAN_GAP_MS;
}

/** A separator is Ctrl+] on a keyboard, or its character itself. */
function characterOf(event: KeyboardEvent): { text: string; byAlt?: boolean } | undefined {
  const { key, ctrlKey, altKey, metaKey } = event;
  if (key === SEPARATOR || (ctrlKey && !altKey && key === ']')) return { text: SEPARATOR };
  if (altKey && !ctrlKey && /^\d$/.test(key)) return { text: key, byAlt: true };
  // With AltGr, which is Ctrl+Alt, some keyboards type brackets.
  if (metaKey || ctrlKey !== altKey || key.length !== 1) return undefined;
  return { text: key };
}

/** As if nothing had been typed, for React as well, which compares with what it wrote last. */
function restore({ field, before }: Burst): void {
  if (!field?.isConnected || field.value === before) return;
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, 'value');
  descriptor?.set?.call(field, before);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

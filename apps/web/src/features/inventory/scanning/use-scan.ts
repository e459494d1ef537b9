import { batchOfLabel, joinCodes, MAX_CODES, readProductCode, type Scan } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../data/api';
import { queryOf } from '../../../data/queries';
import { ApiError, messageOf } from '../../../lib/api-error';
import { dayAhead } from '../../../lib/calendar';
import { signal } from './signal';

/** A box in hand: what it is, by the codes on it that were scanned. */
export type ScannedBox = {
  scan: Scan;
  texts: readonly string[];
  /** Whether another box begins, a further code of the same box was read, or the same code once more. */
  step: 'new' | 'completed' | 'again';
};

/** What to say of a scan, where it is not taken; nothing where it is. */
type Judge = (box: ScannedBox) => string | undefined;

type ScanOptions = {
  /** The item that codes without a GTIN belong to. */
  itemId?: string | undefined;
  laboratoryId?: string | undefined;
  onScan: Judge;
};

/** Scans that have not been looked up yet; no one scans faster for long. */
const MAX_WAITING = 64;

/** Looks scanned codes up, one after the other, and tells success from failure by sound and vibration. */
export function useScan({ itemId, laboratoryId, onScan }: ScanOptions) {
  const [fault, setFault] = useState<string>();
  const [pending, setPending] = useState(0);
  const box = useRef<ScannedBox>(undefined);
  const queue = useRef(Promise.resolve());
  const waiting = useRef(0);
  const judge = useRef(onScan);
  useEffect(() => {
    judge.current = onScan;
  });
  const queryClient = useQueryClient();

  const lookUp = async (text: string, only: { itemId?: string } = {}): Promise<ScannedBox> => {
    const last = box.current;
    if (last?.texts.includes(text) && last.scan.item) return { ...last, step: 'again' };
    const texts = batchOfLabel(text) === undefined ? [...textsBefore(last, text), text] : [text];
    const query = { code: texts, itemId, laboratoryId, ...only };
    const scan = await queryClient.query({
      ...queryOf(api.inventory.scan, { query }),
      staleTime: 0,
      retry: false,
    });
    return { scan, texts, step: texts.length > 1 && last?.scan.item ? 'completed' : 'new' };
  };

  const take = async (text: string, only?: { itemId?: string }) => {
    let refused: string | undefined;
    try {
      const next = await lookUp(text, only);
      refused = judge.current(next);
      // What was not taken is not the box in hand, but its code may be completed by the other one.
      if (refused === undefined || !box.current?.scan.item) box.current = next;
    } catch (error) {
      refused =
        (error instanceof ApiError && error.errors[0]?.message) || messageOf(error, "Couldn't look the code up");
    }
    setFault(refused);
    signal(refused === undefined);
  };

  const read = (text: string, only?: { itemId?: string }) => {
    if (waiting.current >= MAX_WAITING) return;
    waiting.current += 1;
    setPending(waiting.current);
    queue.current = queue.current
      .then(() => take(text, only))
      .finally(() => {
        waiting.current -= 1;
        setPending(waiting.current);
      });
  };

  return {
    read,
    fault,
    pending: pending > 0,
    /** Takes a box that was scanned elsewhere. */
    begin: (begun: ScannedBox) => {
      const refused = judge.current(begun);
      box.current = begun;
      setFault(refused);
      signal(refused === undefined);
    },
    /** The next code begins another box. */
    forget: () => {
      box.current = undefined;
      setFault(undefined);
    },
  };
}

/**
 * The codes that the next one completes.
 * @throws Error with why the code cannot be read.
 */
function textsBefore(box: ScannedBox | undefined, text: string): readonly string[] {
  const before = box?.scan.code;
  const { code, fault } = readProductCode(text, dayAhead(0));
  if (!code) throw new ApiError(400, { message: fault });
  return before && box.texts.length < MAX_CODES && joinCodes(before, code) ? box.texts : [];
}

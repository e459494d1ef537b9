import { notifyManager, partialMatchKey, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { runningVersion } from '../lib/app-update';
import type { Key } from './queries';
import { session } from './session';
import { stored, type StoredText } from '../lib/storage';

/** A shift and its end by itself: what is older says little, and should not stay on a device. */
const MOST_AGE_MS = 16 * 3_600_000;
const MOST_ANSWERS = 30;
/** Characters of one answer, and of all: drafts and clockings need the storage more. */
const MOST_LENGTH = 250_000;
const MOST_IN_ALL = 1_000_000;

/** Why nothing can be done on what the device kept. */
export const NOT_CURRENT = 'Available once the page is up to date';

/** Queries that began with a kept answer, until a fresh one replaces it. */
const restored = new WeakSet<Query>();

/**
 * Paints what the person last saw on this device until the fresh answer replaces it. Only the first page of what is
 * declared is kept, under the person's id and for the running version, whose code can read it. It allows no action, so
 * that nothing is decided on an earlier state.
 */
export function keepLastState(queryClient: QueryClient, owner: string, kept: readonly Key[]): void {
  const changed = new Set<Query>();
  const keepChanged = () => {
    for (const { queryKey, queryHash, state } of changed) {
      if (isOf(owner) && isFirstPage(queryKey)) keep(textOf(owner, queryHash), state.data, state.dataUpdatedAt);
    }
    changed.clear();
    prune(owner);
  };
  queryClient.getQueryCache().subscribe((event) => {
    const query = event.query as Query;
    const isNew = event.type === 'added';
    if (!isNew && !(event.type === 'updated' && event.action.type === 'success')) return;
    if (!kept.some((key) => partialMatchKey(query.queryKey, key))) return;
    if (isNew && query.state.data === undefined) {
      const last = isOf(owner) ? read(textOf(owner, query.queryHash)) : undefined;
      if (last) begin(query, last.data, last.at);
    } else if (!restored.has(query) || !isNew) {
      if (changed.size === 0) whenIdle(keepChanged);
      changed.add(query);
    }
  });
}

/** Begins a query with a part of another one's kept answer. */
export function beginWithLast(queryClient: QueryClient, queryKey: Key, data: unknown, at: number): void {
  const query = queryClient.getQueryCache().build(queryClient, { queryKey });
  if (query.state.data === undefined) begin(query, data, at);
}

/** Whether anything of the person is kept here that can be shown. */
export function hasLastState(owner: string): boolean {
  return textsOf(owner).some((text) => atOf(text) !== undefined);
}

/** Since when a query shows what the device kept; undefined once its answer is fresh. */
export function useLastState(queryKey: Key): number | undefined {
  const queryClient = useQueryClient();
  const query = queryClient.getQueryCache().find({ queryKey });
  return query && isLast(query) ? query.state.dataUpdatedAt : undefined;
}

/** When the oldest was answered of what is shown from the device; undefined if all of it is fresh. */
export function useOldestShown(): number | undefined {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]);
  return useSyncExternalStore(subscribe, () => {
    const shown = cache.getAll().filter((query) => isLast(query) && query.isActive());
    return shown.length === 0 ? undefined : Math.min(...shown.map(({ state }) => state.dataUpdatedAt));
  });
}

function isLast(query: Query): boolean {
  return restored.has(query) && query.state.dataUpdateCount === 0;
}

function begin(query: Query, data: unknown, at: number): void {
  restored.add(query);
  // Stale from the start, whatever its age.
  query.setState({ data, dataUpdatedAt: at, status: 'success', isInvalidated: true });
}

function isOf(owner: string): boolean {
  return session.token() !== null && session.owner() === owner;
}

/** Searches and later pages are not what a person comes back to. */
function isFirstPage(queryKey: Key): boolean {
  const { query } = (queryKey[1] ?? {}) as { query?: { page?: unknown; search?: unknown } };
  return Number(query?.page ?? 1) === 1 && query?.search === undefined;
}

function textOf(owner: string, queryHash: string): StoredText {
  return stored.lastState.of(`${owner}:${queryHash}`);
}

function textsOf(owner: string): StoredText[] {
  try {
    const own = stored.lastState.existing().filter((rest) => rest.startsWith(`${owner}:`));
    return own.map((rest) => stored.lastState.of(rest));
  } catch {
    // The browser refuses access to its storage.
    return [];
  }
}

/** `<time> <version> <answer>`; the time can be read without the answer. */
function atOf(text: StoredText, now = Date.now()): number | undefined {
  const [at = '', version] = text.read()?.split(' ', 2) ?? [];
  const age = now - Number(at);
  return version === versionOf() && age >= 0 && age < MOST_AGE_MS ? Number(at) : undefined;
}

function versionOf(): string {
  return runningVersion() ?? '';
}

function read(text: StoredText): { data: unknown; at: number } | undefined {
  const at = atOf(text);
  if (at === undefined) return undefined;
  try {
    return { data: JSON.parse(text.read()?.split(' ').slice(2).join(' ') ?? '') as unknown, at };
  } catch {
    return undefined;
  }
}

function keep(text: StoredText, data: unknown, at: number): void {
  const answer = JSON.stringify(data, (name, value: unknown) => (name === 'actions' ? withoutConsent(value) : value));
  try {
    if (answer.length > MOST_LENGTH) text.remove();
    else text.write(`${at} ${versionOf()} ${answer}`);
  } catch {
    // Without room, the next visit begins without it.
  }
}

/** The actions of a document, none of them allowed. */
function withoutConsent(actions: unknown): unknown {
  if (typeof actions !== 'object' || actions === null) return actions;
  return Object.fromEntries(
    Object.entries(actions as Record<string, { allowed?: boolean } | undefined>).map(([name, state]) => [
      name,
      state?.allowed === true ? { allowed: false, reason: NOT_CURRENT } : state,
    ]),
  );
}

/** Removes what is too old or of another version, and the oldest of too much. */
function prune(owner: string): void {
  const texts = textsOf(owner).map((text) => ({ text, at: atOf(text) ?? 0 }));
  texts.sort((a, b) => b.at - a.at);
  let length = 0;
  for (const [index, { text, at }] of texts.entries()) {
    length += text.read()?.length ?? 0;
    if (at === 0 || index >= MOST_ANSWERS || length > MOST_IN_ALL) text.remove();
  }
}

function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'undefined') setTimeout(run, 500);
  else requestIdleCallback(run);
}

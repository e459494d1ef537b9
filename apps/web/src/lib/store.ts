import { useSyncExternalStore } from 'react';

/** A value outside React that changes as a whole, and the listeners that learn of it. */
export class Store<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(initial: Value) {
    this.#value = initial;
  }

  current = (): Value => this.#value;

  /** Returns the function that ends the subscription. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A listener may subscribe or unsubscribe others. */
  set(value: Value): void {
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The value of a store; the component is rendered again when it changes. */
export function useStore<Value>(store: Pick<Store<Value>, 'current' | 'subscribe'>): Value {
  return useSyncExternalStore(store.subscribe, store.current);
}

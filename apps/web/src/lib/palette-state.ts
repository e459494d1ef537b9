/** Whether the command palette is open. What arrives late waits until it is closed, instead of taking the focus from it. */
class PaletteState {
  #isOpen = false;
  readonly #listeners = new Set<() => void>();

  current = (): boolean => this.#isOpen;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(isOpen: boolean): void {
    this.#isOpen = isOpen;
    for (const listener of [...this.#listeners]) listener();
  }
}

export const paletteState = new PaletteState();

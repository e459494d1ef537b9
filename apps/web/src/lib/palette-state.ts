import { Store } from './store';

/** Whether the command palette is open. What arrives late waits until it is closed, instead of taking the focus from it. */
export const paletteState = new Store(false);

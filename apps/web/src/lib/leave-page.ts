export type Ask = (leave: () => void) => void;

/** Those with unsaved work on the page; the latest last. */
const asking: Ask[] = [];

/** Gives back the way to stop. */
export function askBeforeLeaving(ask: Ask): () => void {
  asking.push(ask);
  return () => void asking.splice(asking.lastIndexOf(ask), 1);
}

/** Leaves the page by code, after the question where something would be lost. */
export function leavePage(leave: () => void): void {
  const ask = asking.at(-1);
  if (ask) ask(leave);
  else leave();
}

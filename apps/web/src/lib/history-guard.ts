import { closeLayer, openLayers, topmostLayer } from './layers';

/** Told of a step through the history before it is made known. Steps back are negative. */
type OnStep = (step: { by: number; event: PopStateEvent }) => void;

/** Who keeps a step from being made; the latest alone is told, unless a layer was opened above it. */
const guards: { onStep: OnStep; layer: HTMLElement | undefined }[] = [];

/** Where the router is; each entry of the history has a number. */
let here: number | undefined;

/** A step of this module, which no one is told of: where it leads, and what is to be done there. */
let returning: { to: number; then: () => void } | undefined;

/** The next step is one that the person has agreed to. */
let agreed = false;

/** The back button closes what is topmost, and asks where something would be lost, before it leaves the page. */
export const historyGuard = {
  /**
   * Must be called before the router listens: a browser tells a window's listeners in the order in which they came,
   * and only who hears first can keep a step from the others.
   */
  listen(target: Window = window): () => void {
    const onPopState = (event: PopStateEvent) => {
      const returned = returning?.to === positionInHistory() ? returning : undefined;
      returning = undefined;
      if (returned) {
        event.stopImmediatePropagation();
        returned.then();
        return;
      }
      if (agreed) {
        agreed = false;
        return;
      }
      const by = here === undefined ? -1 : positionInHistory() - here;
      const guard = guards.at(-1);
      const layer = topmostLayer();
      if (layer && layer !== guard?.layer) {
        // What has an address of its own is closed by the router.
        if (layer.dataset['addressed'] !== undefined) return;
        historyGuard.takeBack({ by, event }, () => closeLayer(layer));
      } else guard?.onStep({ by, event });
    };
    target.addEventListener('popstate', onPopState);
    return () => target.removeEventListener('popstate', onPopState);
  },

  /** Gives back the way to stop. */
  add(onStep: OnStep): () => void {
    const before = openLayers();
    const guard = { onStep, layer: topmostLayer() };
    guards.push(guard);
    // A dialog that guards itself from the start is not in the document yet. Layers that open above it come after it.
    const timer = setTimeout(
      () => (guard.layer = openLayers().find((layer) => !before.includes(layer)) ?? guard.layer),
    );
    return () => {
      clearTimeout(timer);
      guards.splice(guards.lastIndexOf(guard), 1);
    };
  },

  /** The router is at an entry of the history. */
  arrive(position = positionInHistory()): void {
    here = position;
  },

  /**
   * Undoes a step; no one is told of either.
   * @param then what may replace the address, and would replace that of another page before the step is undone
   */
  takeBack({ by, event }: Parameters<OnStep>[0], then: () => void): void {
    event.stopImmediatePropagation();
    // The browser would load the page again.
    if (by === 0) {
      then();
      return;
    }
    returning = { to: positionInHistory() - by, then };
    window.history.go(-by);
  },

  /** Makes a step that was taken back, past all guards. */
  leave(by: number): void {
    agreed = true;
    window.history.go(by);
  },
};

/** The router numbers its entries; an entry that is not the router's lies before them all. */
function positionInHistory(): number {
  const state = window.history.state as { idx?: number } | null;
  return state?.idx ?? -1;
}

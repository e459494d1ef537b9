type OnStep = (event: PopStateEvent) => void;

/** Who wants to hear of the back and forward buttons before the router does; the latest alone is told. */
const guards: OnStep[] = [];

export const historyGuard = {
  /**
   * Must be called before the router listens: a browser tells a window's listeners in the order in which they came,
   * and only who hears first can keep a step from the others.
   */
  listen(target: Window = window): () => void {
    const onPopState = (event: PopStateEvent) => guards.at(-1)?.(event);
    target.addEventListener('popstate', onPopState);
    return () => target.removeEventListener('popstate', onPopState);
  },

  /** Gives back the way to stop. */
  add(guard: OnStep): () => void {
    guards.push(guard);
    return () => {
      guards.splice(guards.lastIndexOf(guard), 1);
    };
  },
};

type Ask = () => Promise<boolean>;

let asking: Ask | undefined;

/** How a person is asked to confirm that it is still them, before a request that the server refuses without it. */
export const confirmation = {
  /** Sets who asks, as long as a person is signed in. Returns the function that ends it. */
  askBy(ask: Ask): () => void {
    asking = ask;
    return () => {
      if (asking === ask) asking = undefined;
    };
  },

  /** @returns whether the person has confirmed; no one can be asked before the product is there. */
  ask: (): Promise<boolean> => asking?.() ?? Promise.resolve(false),
};

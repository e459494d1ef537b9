/** The seed of the short proofs, so that every run has the same inputs. */
export const SEED = 20_260_901;

/** Whether the long proofs run in full, as in `npm run test:engine`, or in the short form of `npm test`. */
export const isFullProof = process.env.PROOFS === 'full';

/** Full proofs have no time limit (0); short ones are aborted if they hang. */
export const PROOF_TIMEOUT = isFullProof ? 0 : undefined;

/** How many milliseconds to wait for something that normally happens almost at once. */
export const PATIENCE = 120_000;

/** Waits for something that normally happens almost at once. @throws an error that names it, if it does not happen */
export async function within<T>(what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited ${PATIENCE / 1000} s for ${what}`)), PATIENCE);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** How often a proof is repeated. */
export function repetitions(full: number, short = Math.ceil(full / 10)): number {
  return isFullProof ? full : short;
}

/** fast-check parameters for a property. Full proofs use new inputs in every run; a failure prints their seed. */
export function runs(full: number, short?: number): { numRuns: number; seed?: number } {
  const numRuns = repetitions(full, short);
  return isFullProof ? { numRuns } : { numRuns, seed: SEED };
}

/** Inputs of the short proofs, which are the same in every run. */
export const SEED = 20_260_901;

/** Whether the long proofs run in full, as in `npm run test:engine`, or in the short form that `npm test` has time for. */
export const isFullProof = process.env.ENGINE_PROOFS === 'full';

/** A proof in full takes as long as it takes (0 is no limit); a short one is cut off when it hangs. */
export const PROOF_TIMEOUT = isFullProof ? 0 : undefined;

/** Milliseconds to wait for what comes soon on any machine that is not overloaded. */
export const PATIENCE = 120_000;

/** How often a proof is repeated. */
export function repetitions(full: number, short = Math.ceil(full / 10)): number {
  return isFullProof ? full : short;
}

/** How fast-check runs a property: in full with new inputs every time; a failure prints their seed. */
export function runs(full: number, short?: number): { numRuns: number; seed?: number } {
  const numRuns = repetitions(full, short);
  return isFullProof ? { numRuns } : { numRuns, seed: SEED };
}

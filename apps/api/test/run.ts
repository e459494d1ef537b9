/** The part of jest's configuration that tells which tests are run. */
export type Run = { nonFlagArgs: string[]; testNamePattern?: string; onlyChanged: boolean; findRelatedTests: boolean };

export function isComplete(run: Run): boolean {
  return run.nonFlagArgs.length === 0 && !run.testNamePattern && !run.onlyChanged && !run.findRelatedTests;
}

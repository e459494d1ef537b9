import { rmSync } from 'node:fs';
import { RECORDED } from './recorded-requests';

/** Runs once before the tests. */
export default function forgetRecorded(): void {
  rmSync(RECORDED, { force: true });
}

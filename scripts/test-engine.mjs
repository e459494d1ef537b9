// The embedded database's tests in full; `npm test` runs a short form of the long ones.
import { runChecks } from './checks.mjs';
import { main } from './shell.mjs';

process.env.ENGINE_PROOFS = 'full';
const engine = '@shifa/embedded-mongo';
await main(() => runChecks(['test'], () => [`${engine}#test`], [`--filter=${engine}`]), '0 passed, 1 failed');

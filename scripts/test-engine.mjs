// The embedded database's tests with its long proofs in full: what `npm test` has only time for in short.
import { runChecks } from './checks.mjs';
import { main } from './shell.mjs';

process.env.ENGINE_PROOFS = 'full';
const engine = '@shifa/embedded-mongo';
await main(() => runChecks(['test'], () => [`${engine}#test`], [`--filter=${engine}`]), '0 passed, 1 failed');

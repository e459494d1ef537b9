// The tests of one package in full, by its name without the scope; `npm test` runs a short form of the long ones.
import { runChecks } from './checks.mjs';
import { main } from './shell.mjs';

const name = `@shifa/${process.argv[2]}`;
process.env.PROOFS = 'full';
await main(() => runChecks(['test'], () => [`${name}#test`], [`--filter=${name}`]), '0 passed, 1 failed');

// Sends requests that are generated from the contract to the API: npm run contract:fuzz -- --requests 100000 --seed 7
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { build } from './build.mjs';
import { Fault, main, run } from './shell.mjs';

/** Requests change the documents, and a database grows, so each part begins with a fresh demo network. */
const REQUESTS_OF_A_PART = 20_000;

function wholeNumber(name, text) {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Fault(`--${name} has to be a whole number above zero`);
  return Number(text);
}

await main(async () => {
  const { values } = parseArgs({
    options: { requests: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
  });
  const requests = wholeNumber('requests', values.requests);
  const firstSeed = wholeNumber('seed', values.seed);
  await bootstrap();
  await build(['@shifa/contract', '@shifa/embedded-mongo']);
  for (let sent = 0, seed = firstSeed; sent < requests; sent += REQUESTS_OF_A_PART, seed += 1) {
    const count = Math.min(REQUESTS_OF_A_PART, requests - sent);
    console.log(`\n${count} requests, seed ${seed}`);
    const env = { ...process.env, PROOFS: 'full', FUZZ_REQUESTS: String(count), FUZZ_SEED: String(seed) };
    const jest = ['--filter', '@shifa/api', 'exec', 'jest', 'fuzz/generated-requests'];
    const { code } = await run('pnpm', jest, { env });
    if (code !== 0) {
      process.exitCode = code;
      throw new Fault(`Repeat it with: npm run contract:fuzz -- --requests ${count} --seed ${seed}`);
    }
  }
});

// Creates a feature: `npm run new -- suppliers`. Without a name, it asks for one.
import { bootstrap } from './bootstrap.mjs';
import { main, run } from './shell.mjs';

await main(async () => {
  await bootstrap();
  const { code } = await run(
    'plop',
    ['--plopfile', 'scripts/generator/plopfile.mjs', 'feature', ...process.argv.slice(2)],
    { stdio: 'inherit' },
  );
  if (code === 0)
    console.log('\nRead CONTRIBUTING.md, «Add a feature», for what comes next; `npm test` checks it all.');
  process.exitCode = code;
});

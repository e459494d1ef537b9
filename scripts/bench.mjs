import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { bootstrap, workspaceMembers } from './bootstrap.mjs';
import { build } from './build.mjs';
import { Fault, main, root, run } from './shell.mjs';

const words = process.argv.slice(2);

/** The compiled benchmarks of a member, and checks with other programs, which run only by name. */
function programsOf(member) {
  const folders = [join(member, 'dist'), join(member, 'bench', 'dist')].filter((folder) => existsSync(folder));
  const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, file)));
  return files.filter((file) => file.endsWith('.bench.js') || (words.length > 0 && file.endsWith('.check.js')));
}

// All of them, or those whose file name contains one of the given words: npm run bench -- ledger writes
await main(async () => {
  await bootstrap();
  await build();
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', join(root, 'apps/api/bench')]);
  const programs = workspaceMembers()
    .flatMap(programsOf)
    .filter((file) => words.length === 0 || words.some((word) => file.split('/').at(-1).includes(word)));
  if (programs.length === 0) throw new Fault(`No benchmark is named ${words.join(' or ')}`);
  for (const file of programs) {
    console.log(`\n${relative(root, file)}`);
    const { code } = await run(process.execPath, [file]);
    if (code !== 0) process.exitCode = code;
  }
});

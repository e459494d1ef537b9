import { join } from 'node:path';
import { workspaceMembers } from './bootstrap.mjs';
import { readJson, runChecks } from './checks.mjs';
import { main, root } from './shell.mjs';

const rootChecks = ['format:check', 'lint:root', 'boundaries', 'dead-code', 'test:scripts'];
const memberChecks = ['lint', 'typecheck', 'test', 'test:web-requests'];

function expectedTasks() {
  const members = workspaceMembers().filter((folder) => folder !== root);
  const manifests = members.map((folder) => readJson(join(folder, 'package.json')));
  const ofMembers = manifests.flatMap(({ name, scripts }) =>
    memberChecks.filter((check) => scripts?.[check]).map((check) => `${name}#${check}`),
  );
  return [...rootChecks.map((check) => `//#${check}`), ...ofMembers];
}

await main(() => runChecks([...rootChecks, ...memberChecks], expectedTasks), '0 passed, 1 failed');

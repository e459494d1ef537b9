import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './shell.mjs';

const folder = join(root, '.github/workflows');
const workflows = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);

describe.each(workflows)('the workflow %s', (_, text) => {
  it('pins each action to a commit, and names its version', () => {
    const actions = text.split('\n').filter((line) => line.includes('uses:'));
    expect(actions.length).toBeGreaterThan(0);
    for (const line of actions) expect(line).toMatch(/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('may only read, unless a job needs more', () => {
    expect(text).toMatch(/^permissions:(\n {2}contents: read| \{\})$/m);
    expect(text).not.toMatch(/write-all|contents: write|pull_request_target/);
  });

  it('leaves no credentials to later steps', () => {
    expect(text.match(/persist-credentials: false/g)).toHaveLength(text.match(/actions\/checkout@/g).length);
  });
});

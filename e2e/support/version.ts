import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from './server.js';

const run = promisify(execFile);

/** Replacements in the sources of the contract, by file. */
export type Changes = Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>;
type End = 'web' | 'api';

/** Another version of the contract, and the web app built with it. */
export class Version {
  private constructor(private readonly folder: string) {}

  static async build(changes: Changes): Promise<Version> {
    const version = new Version(await mkdtemp(join(tmpdir(), 'shifa-version-')));
    await version.link('node_modules');
    for (const path of ['tsconfig.base.json', 'packages/config']) await version.copy(path);
    await version.buildContract(changes);
    await version.buildWeb();
    return version;
  }

  /** An installation in which these ends have this version of the contract, and the other one has the repository's. */
  async install(...ends: End[]): Promise<string> {
    const name = `installed-${ends.join('-')}`;
    await this.copy('apps/api/package.json', name);
    await this.copy('apps/api/dist', name);
    await this.linkPackages('apps/api', ends.includes('api'), name);
    const built = ends.includes('web') ? this.folder : REPOSITORY;
    await cp(join(built, 'apps/web/dist'), join(this.folder, name, 'apps/web/dist'), { recursive: true });
    return join(this.folder, name);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  private async buildContract(changes: Changes): Promise<void> {
    const member = 'packages/contract';
    await this.link(`${member}/node_modules`);
    for (const path of ['package.json', 'tsconfig.build.json', 'src']) await this.copy(`${member}/${path}`);
    for (const [path, replacements] of Object.entries(changes)) {
      const file = join(this.folder, member, path);
      await writeFile(file, replaced(await readFile(file, 'utf8'), replacements));
    }
    const tsc = join(REPOSITORY, 'node_modules/.bin/tsc');
    await run(tsc, ['-p', 'tsconfig.build.json', '--noCheck'], { cwd: join(this.folder, member) });
  }

  private async buildWeb(): Promise<void> {
    const member = 'apps/web';
    for (const path of ['package.json', 'index.html', 'vite.config.ts', 'build', 'public', 'src']) {
      await this.copy(`${member}/${path}`);
    }
    await this.linkPackages(member, true);
    await run(join(REPOSITORY, member, 'node_modules/.bin/vite'), ['build'], { cwd: join(this.folder, member) });
  }

  private copy(path: string, into = '.'): Promise<void> {
    return cp(join(REPOSITORY, path), join(this.folder, into, path), { recursive: true });
  }

  private async link(path: string, into = '.', target = join(REPOSITORY, path)): Promise<void> {
    const link = join(this.folder, into, path);
    await mkdir(dirname(link), { recursive: true });
    await symlink(target, link);
  }

  /** The packages of a member, among them this version of the contract or the repository's. */
  private async linkPackages(member: string, isChanged: boolean, into = '.'): Promise<void> {
    const packages = `${member}/node_modules`;
    for (const name of await readdir(join(REPOSITORY, packages))) {
      if (!['@shifa', '.bin', '.vite'].includes(name)) await this.link(`${packages}/${name}`, into);
    }
    for (const name of await readdir(join(REPOSITORY, packages, '@shifa'))) {
      const target = isChanged && name === 'contract' ? join(this.folder, 'packages/contract') : undefined;
      await this.link(`${packages}/@shifa/${name}`, into, target);
    }
  }
}

function replaced(text: string, replacements: Changes[string] = []): string {
  return replacements.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The contract does not contain ${from}`);
    return changed.replace(from, to);
  }, text);
}

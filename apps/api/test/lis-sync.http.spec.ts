import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayIn } from '@shifa/contract';
import request from 'supertest';
import { DEMO_PASSWORD } from '../src/first-data';
import { ServerProcess } from './server-process';

const ROOT = join(__dirname, '../../..');
const EXAMPLE = join(ROOT, 'examples/lis-sync');

type Result = { code: number; output: string };
type Row = Record<'id' | 'date' | 'description', string>;

// For tests that hang: a machine with other work needs seconds for each start.
jest.setTimeout(120_000);

/** What outsiders do with the example: a copy of the folder, and the OpenAPI document. */
describe('examples/lis-sync', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lis-sync-'));
  const project = join(folder, 'project');
  const server = ServerProcess.spawn({ DATA_DIR: join(folder, 'data') });
  let url: string;

  function run(script: string, args: string[], env: Record<string, string> = {}): Promise<Result> {
    return new Promise((done) => {
      execFile(process.execPath, [script, ...args], { cwd: project, env }, (error, stdout, stderr) => {
        done({ code: error ? Number(error.code) : 0, output: stdout + stderr });
      });
    });
  }

  const email = 'labadmin@shifa.example';

  /** Runs the compiled program as a person of the demo network. */
  function sync(entries: Row[], password = DEMO_PASSWORD): Promise<Result> {
    writeFileSync(join(project, 'today.json'), JSON.stringify(entries));
    return run('dist/main.js', ['today.json'], { SHIFA_URL: url, SHIFA_EMAIL: email, SHIFA_PASSWORD: password });
  }

  async function bearer(): Promise<string> {
    const login = await request(url).post('/api/auth/login').send({ email, password: DEMO_PASSWORD }).expect(200);
    return `Bearer ${(login.body as { data: { token: string } }).data.token}`;
  }

  /** The number of entries with a reference. */
  async function booked(reference: string): Promise<number> {
    const list = request(url).get('/api/transactions').query({ search: reference });
    const response = await list.set('Authorization', await bearer()).expect(200);
    return (response.body as { pagination: { total: number } }).pagination.total;
  }

  // The demo network closes past periods.
  const today = dayIn('Asia/Kolkata', new Date());
  const rows = (JSON.parse(readFileSync(join(EXAMPLE, 'income.json'), 'utf8')) as Row[]).map((row) => ({
    ...row,
    date: today,
  }));

  beforeAll(async () => {
    const isSource = (path: string) => !/\/(node_modules|dist|\.turbo|openapi\.ts)$/.test(path);
    cpSync(EXAMPLE, project, { recursive: true, filter: isSource });
    symlinkSync(join(EXAMPLE, 'node_modules'), join(project, 'node_modules'));
    cpSync(join(ROOT, 'packages/contract/release/openapi.json'), join(project, 'openapi.json'));
    url = await server.ready();
  });

  afterAll(async () => {
    server.kill('SIGTERM');
    await server.ended();
    rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
  });

  it('compiles against the released document', async () => {
    const generate = ['openapi.json', '--output', 'src/openapi.ts'];
    expect(await run('node_modules/openapi-typescript/bin/cli.js', generate)).toMatchObject({ code: 0 });
    expect(await run('node_modules/typescript/bin/tsc', [])).toEqual({ code: 0, output: '' });
  });

  it('posts each row once, however often it runs', async () => {
    const first = await sync(rows);
    expect(first.output).toContain('3 of 3 entries are in the books.');
    expect(first.output).toMatch(/^Order .+: \d+ \w+ usable$/m);
    expect(first.code).toBe(0);
    expect(await sync(rows)).toEqual(first);
    for (const { id } of rows) expect(await booked(id)).toBe(1);
  });

  it('does not post what someone has entered by hand', async () => {
    const [row] = rows as [Row];
    const { id, ...entry } = { ...row, id: 'LIS-BY-HAND' };
    await request(url)
      .post('/api/transactions')
      .set('Authorization', await bearer())
      .send({ ...entry, type: 'income', reference: id })
      .expect(201);
    const { code, output } = await sync([{ ...row, id }]);
    expect(output).toContain(`${id}: present (`);
    expect(code).toBe(0);
    expect(await booked(id)).toBe(1);
  });

  it('names a row that is refused, and posts the others', async () => {
    const [row] = rows as [Row];
    const { code, output } = await sync([
      { ...row, id: 'LIS-WRONG', description: '' },
      { ...row, id: 'LIS-RIGHT' },
    ]);
    expect(output).toContain('LIS-WRONG: refused (VALIDATION_FAILED: ');
    expect(output).toContain('1 of 2 entries are in the books.');
    expect(code).toBe(1);
    expect(await booked('LIS-RIGHT')).toBe(1);
  });

  it('ends with the code of a failure that concerns everything', async () => {
    const { code, output } = await sync(rows, 'Wrong@2026');
    expect({ code, output }).toMatchObject({
      code: 2,
      output: expect.stringMatching(/^INVALID_CREDENTIALS: /) as string,
    });
  });
});

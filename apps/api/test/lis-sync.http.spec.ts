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

  /** Runs the compiled program as a person of the demo network. */
  function sync(rows: Row[], email = 'manager@shifa.example', password = DEMO_PASSWORD): Promise<Result> {
    writeFileSync(join(project, 'today.json'), JSON.stringify(rows));
    return run('dist/main.js', ['today.json'], { SHIFA_URL: url, SHIFA_EMAIL: email, SHIFA_PASSWORD: password });
  }

  async function booked(reference: string): Promise<number> {
    const body = { email: 'manager@shifa.example', password: DEMO_PASSWORD };
    const login = await request(url).post('/api/auth/login').send(body).expect(200);
    const { token } = (login.body as { data: { token: string } }).data;
    const response = await request(url)
      .get('/api/transactions')
      .query({ search: reference })
      .set('Authorization', `Bearer ${token}`)
      .expect(200);
    return (response.body as { pagination: { total: number } }).pagination.total;
  }

  // The demo network closes past periods.
  const today = dayIn('Asia/Kolkata', new Date());
  const rows = (JSON.parse(readFileSync(join(EXAMPLE, 'income.json'), 'utf8')) as Row[]).map((row) => ({
    ...row,
    date: today,
  }));

  beforeAll(async () => {
    const isSource = (path: string) => !/\/(node_modules|dist|\.turbo|openapi\.d\.ts)$/.test(path);
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
    const generate = ['openapi.json', '--output', 'src/openapi.d.ts'];
    expect(await run('node_modules/openapi-typescript/bin/cli.js', generate)).toMatchObject({ code: 0 });
    expect(await run('node_modules/typescript/bin/tsc', [])).toEqual({ code: 0, output: '' });
  });

  it('posts each row once, however often it runs and whoever runs it', async () => {
    const first = await sync(rows);
    expect(first).toMatchObject({
      code: 0,
      output: expect.stringContaining('3 of 3 entries are in the books.') as string,
    });
    expect(first.output).toMatch(/^Order .+: \d+ \w+ usable$/m);
    expect(await sync(rows)).toEqual(first);
    const other = await sync(rows, 'labadmin@shifa.example');
    expect(other.code).toBe(0);
    expect(other.output).toContain('LIS-2026-11-20-CASH: present (');
    for (const { id } of rows) expect(await booked(id)).toBe(1);
  });

  it('names a row that is refused, and posts the others', async () => {
    const [row] = rows as [Row];
    const { code, output } = await sync([
      { ...row, id: 'LIS-1', description: '' },
      { ...row, id: 'LIS-2' },
    ]);
    expect(code).toBe(1);
    expect(output).toContain('LIS-1: refused (VALIDATION_FAILED: ');
    expect(output).toContain('1 of 2 entries are in the books.');
    expect(await booked('LIS-2')).toBe(1);
  });

  it('ends with the code of a failure that concerns everything', async () => {
    const { code, output } = await sync(rows, 'manager@shifa.example', 'Wrong@2026');
    expect({ code, output }).toMatchObject({
      code: 2,
      output: expect.stringMatching(/^INVALID_CREDENTIALS: /) as string,
    });
  });
});

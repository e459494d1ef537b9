import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EnvironmentFault, readEnv } from './env';

function faultsOf(source: NodeJS.ProcessEnv): string[] {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvironmentFault) return error.faults;
  }
  return [];
}

describe('the environment', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'shifa-env-'));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it('has the documented defaults', () => {
    expect(readEnv({ DATA_DIR: dataDir })).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      mongodbUri: undefined,
      seed: undefined,
      trustProxy: false,
      drainMs: 0,
    });
  });

  it('reports all faults at once', () => {
    const faults = faultsOf({ PORT: 'http', SEED: 'some', MONGODB_URI: 'postgres://x', JWT_SECRET: 'short' });
    expect(faults).toEqual([
      expect.stringContaining('PORT'),
      expect.stringContaining('MONGODB_URI'),
      expect.stringContaining('SEED'),
      expect.stringContaining('JWT_SECRET'),
    ]);
  });

  it('has a daily backup next to the data by default, and none of a MongoDB', () => {
    const folder = join(tmpdir(), 'backups');
    const { backups } = readEnv({ DATA_DIR: dataDir });
    expect(backups).toEqual({ dataDir, folder, time: '02:30', keep: 7 });
    const set = { BACKUP_DIR: '/mnt/disk', BACKUP_TIME: 'off', BACKUP_KEEP: '30', DATA_DIR: dataDir };
    expect(readEnv(set).backups).toEqual({ dataDir, folder: '/mnt/disk', time: null, keep: 30 });
    expect(readEnv({ MONGODB_URI: 'mongodb://db/shifa', DATA_DIR: dataDir }).backups).toBeUndefined();
  });

  it('has a gateway with all of its variables, or none, and encrypted unless its host is named', () => {
    const set = {
      MESSAGE_GATEWAY_URL: 'https://gateway.example/messages?key=1',
      MESSAGE_GATEWAY_SECRET: 'a secret of the gateway that is long',
      PUBLIC_URL: 'https://lab.example',
    };
    expect(readEnv({ DATA_DIR: dataDir, ...set }).gateway).toEqual({
      url: set.MESSAGE_GATEWAY_URL,
      secret: set.MESSAGE_GATEWAY_SECRET,
      label: 'Text message',
      allowedHosts: [],
    });
    expect(readEnv({ DATA_DIR: dataDir }).gateway).toBeUndefined();
    for (const name of Object.keys(set)) {
      expect(faultsOf({ DATA_DIR: dataDir, ...set, [name]: '' })).toEqual([expect.stringContaining('set together')]);
    }
    const plain = { DATA_DIR: dataDir, ...set, MESSAGE_GATEWAY_URL: 'http://gateway:8080/' };
    expect(faultsOf(plain)).toEqual([expect.stringContaining('must start with https://')]);
    expect(readEnv({ ...plain, PUSH_ALLOWED_HOSTS: 'other,gateway' }).gateway?.allowedHosts).toContain('gateway');
    for (const url of ['ftp://gateway.example', 'gateway', 'https://user:password@gateway.example/']) {
      expect(faultsOf({ DATA_DIR: dataDir, ...set, MESSAGE_GATEWAY_URL: url })).toEqual([
        expect.stringContaining('MESSAGE_GATEWAY_URL'),
      ]);
    }
  });

  it('has a provider with all of its variables, or none', () => {
    const set = {
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'shifa',
      OIDC_CLIENT_SECRET: 'a secret of the client',
      PUBLIC_URL: 'https://lab.example',
    };
    const { provider } = readEnv({ DATA_DIR: dataDir, ...set });
    expect(provider).toMatchObject({ issuer: 'https://id.example', label: 'single sign-on' });
    expect(readEnv({ DATA_DIR: dataDir }).provider).toBeUndefined();
    for (const name of Object.keys(set)) {
      expect(faultsOf({ DATA_DIR: dataDir, ...set, [name]: '' })).toEqual([expect.stringContaining('set together')]);
    }
    const insecure = { ...set, OIDC_ISSUER: 'http://id.example' };
    expect(faultsOf({ DATA_DIR: dataDir, ...insecure })).toEqual([expect.stringContaining('OIDC_ISSUER')]);
  });

  it('has roles of the provider with a claim and a map, and never that of a super admin', () => {
    const set = {
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'shifa',
      OIDC_CLIENT_SECRET: 'a secret of the client',
      PUBLIC_URL: 'https://lab.example',
      OIDC_ROLE_CLAIM: 'realm_access.roles',
      OIDC_ROLE_MAP: 'lab-admins:lab_admin, urn:lab:staff:staff',
    };
    const { provider } = readEnv({ DATA_DIR: dataDir, ...set });
    expect(provider?.roles).toMatchObject({ claim: 'realm_access.roles' });
    expect([...(provider?.roles?.byValue ?? [])]).toEqual([
      ['lab-admins', 'lab_admin'],
      ['urn:lab:staff', 'staff'],
    ]);
    for (const map of ['all:super_admin', 'all', ':staff', 'all:', 'all:boss', 'a:staff,', 'a:staff,a:manager']) {
      expect(faultsOf({ DATA_DIR: dataDir, ...set, OIDC_ROLE_MAP: map })).toEqual([
        expect.stringContaining('OIDC_ROLE_MAP'),
      ]);
    }
    expect(faultsOf({ DATA_DIR: dataDir, ...set, OIDC_ROLE_MAP: '' })).toEqual([
      expect.stringContaining('set together'),
    ]);
    const { OIDC_ROLE_CLAIM, OIDC_ROLE_MAP } = set;
    expect(faultsOf({ DATA_DIR: dataDir, OIDC_ROLE_CLAIM, OIDC_ROLE_MAP })).toEqual([
      expect.stringContaining('needs OIDC_ISSUER'),
    ]);
  });

  it.each([
    ['BACKUP_TIME', '24:00'],
    ['BACKUP_TIME', 'no'],
    ['BACKUP_KEEP', '0'],
    ['BACKUP_KEEP', '61'],
    ['BACKUP_KEEP', 'all'],
    ['DRAIN_SECONDS', '-1'],
    ['DRAIN_SECONDS', '61'],
    ['BACKUP_DIR', dataDir],
    ['BACKUP_DIR', join(dataDir, 'backups')],
  ])('refuses %s=%s', (name, value) => {
    expect(faultsOf({ DATA_DIR: dataDir, [name]: value })).toEqual([expect.stringContaining(name)]);
  });

  it('requires a secret in production with a MongoDB', () => {
    const production = { NODE_ENV: 'production', MONGODB_URI: 'mongodb://db/shifa', DATA_DIR: dataDir };
    expect(faultsOf(production)).toEqual([expect.stringContaining('JWT_SECRET is needed')]);
    expect(faultsOf({ ...production, JWT_SECRET: 'x'.repeat(32) })).toEqual([]);
  });

  it('requires both variables of the first administrator', () => {
    expect(faultsOf({ SEED_ADMIN_EMAIL: 'a@b.example', DATA_DIR: dataDir })).toEqual([
      'SEED_ADMIN_EMAIL and SEED_ADMIN_PASSWORD must be set together',
    ]);
  });

  it('generates a secret once, readable by its owner only', () => {
    const first = readEnv({ DATA_DIR: dataDir }).jwtSecret;
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(readEnv({ DATA_DIR: dataDir }).jwtSecret).toBe(first);
    const file = join(dataDir, 'jwt.secret');
    expect(readFileSync(file, 'utf8')).toBe(first);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('treats an empty value as absent', () => {
    expect(readEnv({ DATA_DIR: dataDir, MONGODB_URI: '', PORT: ' ' })).toMatchObject({ port: 3000 });
  });
});

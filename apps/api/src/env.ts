import { dirname, join, resolve } from 'node:path';
import { roles } from '@shifa/contract';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { generatedSecret, isInside } from './data-dir';
import { supportPlaceholders, Variables } from './env-variables';
import type { ProviderSettings } from './modules/access/provider-client';
import type { MappedRole, RoleSettings } from './modules/access/role-claim';
import type { GatewaySettings } from './modules/messages/gateway';
import type { MailSettings } from './modules/messages/mail-host';
import { hostOf } from './modules/messages/public-addresses';
import type { MetricsSettings } from './platform/metrics/metrics';

export type BackupSettings = {
  /** What is backed up. */
  dataDir: string;
  /** Absolute path of the folder that backups are created in. */
  folder: string;
  /** `HH:MM` in the time zone of the network, or null if backups are made only on request. */
  time: string | null;
  /** How many of each kind, automatic and on request. */
  keep: number;
};

export type Env = {
  port: number;
  host: string;
  /** Absolute path; the embedded database, generated secrets and attachments live here. */
  dataDir: string;
  mongodbUri: string | undefined;
  /** How the embedded database is backed up; undefined with a MongoDB, whose operator does that. */
  backups: BackupSettings | undefined;
  redisUrl: string | undefined;
  /** How long a process that was told to stop serves what load balancers still send. */
  drainMs: number;
  metrics: MetricsSettings;
  /** With `undefined`, the database decides: an empty embedded one gets `demo`. */
  seed: 'demo' | 'none' | undefined;
  firstAdmin: { email: string; password: string } | undefined;
  jwtSecret: string;
  publicUrl: string | undefined;
  /** How emails are sent; undefined if the product sends none. */
  mail: MailSettings | undefined;
  /** The OpenID Connect provider with which people can sign in; undefined without one. */
  provider: ProviderSettings | undefined;
  /** Hosts of push services and of the message gateway that can have private addresses. */
  pushAllowedHosts: string[];
  /** What sends messages to telephones; undefined if the product sends none. */
  gateway: GatewaySettings | undefined;
  support: {
    email: string;
    phone: string;
    /** The digits of the number with its country code. */
    whatsapp: string | null;
  };
  logLevel: string;
  trustProxy: boolean | number | string;
  production: boolean;
};

/** The variables of the support that still have their placeholders. */
export function placeholdersIn({ whatsapp, email, phone }: Env['support']): string[] {
  const set = { SUPPORT_WHATSAPP: whatsapp, SUPPORT_EMAIL: email, SUPPORT_PHONE: phone };
  return Object.entries(supportPlaceholders).flatMap(([name, value]) =>
    set[name as keyof typeof set] === value ? [name] : [],
  );
}

export class EnvironmentFault extends Error {
  constructor(readonly faults: string[]) {
    super(`The environment is invalid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

/** Treats an empty value as absent, because compose files and shells pass unset variables that way. */
function present(source: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(source).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim())),
  );
}

function proxyTrust(text: string): boolean | number | string {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+$/.test(text) ? Number(text) : text;
}

function backupSettings(variables: Variables, dataDir: string): BackupSettings {
  const { BACKUP_DIR, BACKUP_TIME, BACKUP_KEEP: keep } = variables;
  const folder = BACKUP_DIR === undefined ? join(dirname(dataDir), 'backups') : resolve(BACKUP_DIR);
  return { dataDir, folder, time: BACKUP_TIME === 'off' ? null : BACKUP_TIME, keep };
}

function providerSettings(variables: Variables, faults: string[]): ProviderSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, PUBLIC_URL } = variables;
  const roles = roleSettings(variables, faults);
  if (!issuer && !clientId && !clientSecret) {
    if (roles) faults.push('OIDC_ROLE_CLAIM needs OIDC_ISSUER');
    return undefined;
  }
  if (issuer && clientId && clientSecret && PUBLIC_URL) {
    return { issuer, clientId, clientSecret, label: variables.OIDC_LABEL, roles };
  }
  faults.push('OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and PUBLIC_URL must be set together');
  return undefined;
}

/** The roles that a provider can give: each value of the claim has one, and none is that of a super admin. */
function roleSettings(variables: Variables, faults: string[]): RoleSettings | undefined {
  const { OIDC_ROLE_CLAIM: claim, OIDC_ROLE_MAP: map, OIDC_ROLE_SCOPE: scope } = variables;
  if (!claim && !map && !scope) return undefined;
  if (!claim || !map) {
    faults.push('OIDC_ROLE_CLAIM and OIDC_ROLE_MAP must be set together');
    return undefined;
  }
  const mapped = roles.filter((role): role is MappedRole => role !== 'super_admin');
  const byValue = new Map<string, MappedRole>();
  for (const pair of map.split(',')) {
    // Names of groups can contain colons.
    const colon = pair.lastIndexOf(':');
    const value = pair.slice(0, Math.max(colon, 0)).trim();
    const role = mapped.find((known) => known === pair.slice(colon + 1).trim());
    if (value === '' || !role) {
      faults.push(`OIDC_ROLE_MAP must be pairs such as supervisors:manager, with ${mapped.join(', ')} as roles`);
      return undefined;
    }
    if (byValue.has(value)) {
      faults.push(`OIDC_ROLE_MAP names ${value} twice`);
      return undefined;
    }
    byValue.set(value, role);
  }
  return { claim, scope, byValue };
}

function gatewaySettings(variables: Variables, faults: string[]): GatewaySettings | undefined {
  const { MESSAGE_GATEWAY_URL: url, MESSAGE_GATEWAY_SECRET: secret, MESSAGE_GATEWAY_LABEL: label } = variables;
  if (!url && !secret) return undefined;
  if (!url || !secret || !variables.PUBLIC_URL) {
    faults.push('MESSAGE_GATEWAY_URL, MESSAGE_GATEWAY_SECRET and PUBLIC_URL must be set together');
    return undefined;
  }
  const allowedHosts = allowedHostsOf(variables);
  const target = URL.canParse(url) ? new URL(url) : undefined;
  // What is not encrypted stays within the operator's network, by name.
  if (target?.protocol === 'http:' && !allowedHosts.includes(hostOf(target))) {
    faults.push('MESSAGE_GATEWAY_URL must start with https://, unless PUSH_ALLOWED_HOSTS contains its host');
  }
  return { url, secret, label, allowedHosts };
}

function allowedHostsOf({ PUSH_ALLOWED_HOSTS: hosts }: Variables): string[] {
  return hosts?.split(',') ?? [];
}

/**
 * Reads and validates the environment.
 * @throws EnvironmentFault with all faults.
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const variables = plainToInstance(Variables, present(source), { exposeDefaultValues: true });
  const faults = validateSync(variables).flatMap(({ constraints }) => Object.values(constraints ?? {}).slice(0, 1));
  const { SEED_ADMIN_EMAIL: email, SEED_ADMIN_PASSWORD: password } = variables;
  if (Boolean(email) !== Boolean(password)) {
    faults.push('SEED_ADMIN_EMAIL and SEED_ADMIN_PASSWORD must be set together');
  }
  const production = variables.NODE_ENV === 'production';
  if (production && variables.MONGODB_URI && !variables.JWT_SECRET) {
    faults.push('JWT_SECRET is needed when NODE_ENV=production with MONGODB_URI');
  }
  const { SMTP_URL: smtpUrl, MAIL_FROM: mailFrom, PUBLIC_URL: publicUrl } = variables;
  if (smtpUrl && !(mailFrom && publicUrl)) faults.push('SMTP_URL needs MAIL_FROM and PUBLIC_URL');
  const provider = providerSettings(variables, faults);
  const gateway = gatewaySettings(variables, faults);
  const dataDir = resolve(variables.DATA_DIR);
  const backups = backupSettings(variables, dataDir);
  if (isInside(dataDir, backups.folder)) faults.push('BACKUP_DIR must be outside DATA_DIR');
  if (faults.length > 0) throw new EnvironmentFault(faults);

  return {
    port: variables.PORT,
    host: variables.HOST,
    dataDir,
    mongodbUri: variables.MONGODB_URI,
    backups: variables.MONGODB_URI ? undefined : backups,
    redisUrl: variables.REDIS_URL,
    metrics: { token: variables.METRICS_TOKEN, port: variables.METRICS_PORT },
    drainMs: variables.DRAIN_SECONDS * 1_000,
    seed: variables.SEED,
    firstAdmin: email && password ? { email: email.toLowerCase(), password } : undefined,
    jwtSecret: variables.JWT_SECRET ?? generatedSecret(dataDir),
    publicUrl,
    mail: smtpUrl && mailFrom ? { url: smtpUrl, from: mailFrom } : undefined,
    provider,
    pushAllowedHosts: allowedHostsOf(variables),
    gateway,
    support: {
      email: variables.SUPPORT_EMAIL,
      phone: variables.SUPPORT_PHONE,
      whatsapp: variables.SUPPORT_WHATSAPP.replace('+', ''),
    },
    logLevel: variables.LOG_LEVEL,
    trustProxy: proxyTrust(variables.TRUST_PROXY),
    production,
  };
}

import { dirname, join, resolve } from 'node:path';
import { MAX_BACKUPS_KEPT } from '@shifa/contract';
import { plainToInstance, Transform } from 'class-transformer';
import {
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  validateSync,
} from 'class-validator';
import { generatedSecret, isInside } from './data-dir';
import type { ProviderSettings } from './modules/access/provider-client';
import type { MailSettings } from './modules/messages/mail-host';
import type { MetricsSettings } from './platform/observability/metrics';

const wholeNumber = ({ value }: { value: unknown }) =>
  typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;

/** Until the operator sets the real ones. They reach nobody. */
const supportPlaceholders = {
  SUPPORT_WHATSAPP: '910000000000',
  SUPPORT_EMAIL: 'support@shifa.example',
  SUPPORT_PHONE: '+91 33 0000 0000',
};

class Variables {
  @Transform(wholeNumber)
  @IsInt({ message: 'PORT must be a whole number' })
  @Min(0, { message: 'PORT must be at least 0' })
  @Max(65_535, { message: 'PORT must be at most 65535' })
  PORT: number = 3000;

  @Matches(/^[\w.:-]+$/, { message: 'HOST must be a host name or an address' })
  HOST: string = '127.0.0.1';

  @MinLength(1, { message: 'DATA_DIR must name a folder' })
  DATA_DIR: string = './data';

  @IsOptional()
  @MinLength(1, { message: 'BACKUP_DIR must name a folder' })
  BACKUP_DIR?: string;

  @Matches(/^(([01]\d|2[0-3]):[0-5]\d|off)$/, { message: 'BACKUP_TIME must be a time such as 02:30, or off' })
  BACKUP_TIME: string = '02:30';

  @Transform(wholeNumber)
  @IsInt({ message: 'BACKUP_KEEP must be a whole number' })
  @Min(1, { message: 'BACKUP_KEEP must be at least 1' })
  @Max(MAX_BACKUPS_KEPT, { message: `BACKUP_KEEP must be at most ${MAX_BACKUPS_KEPT}` })
  BACKUP_KEEP: number = 7;

  @IsOptional()
  @Matches(/^mongodb(\+srv)?:\/\/.+/, { message: 'MONGODB_URI must start with mongodb:// or mongodb+srv://' })
  MONGODB_URI?: string;

  @IsOptional()
  @Matches(/^rediss?:\/\/.+/, { message: 'REDIS_URL must start with redis:// or rediss://' })
  REDIS_URL?: string;

  @IsOptional()
  @IsIn(['demo', 'none'], { message: 'SEED must be demo or none' })
  SEED?: 'demo' | 'none';

  @IsOptional()
  @IsEmail({}, { message: 'SEED_ADMIN_EMAIL must be an email address' })
  SEED_ADMIN_EMAIL?: string;

  @IsOptional()
  @Matches(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{8,200}$/s, {
    message: 'SEED_ADMIN_PASSWORD must have at least 8 characters, with uppercase, lowercase and a number',
  })
  SEED_ADMIN_PASSWORD?: string;

  @IsOptional()
  @MinLength(32, { message: 'JWT_SECRET must have at least 32 characters' })
  JWT_SECRET?: string;

  @Transform(wholeNumber)
  @IsInt({ message: 'DRAIN_SECONDS must be a whole number' })
  @Min(0, { message: 'DRAIN_SECONDS must be at least 0' })
  @Max(60, { message: 'DRAIN_SECONDS must be at most 60' })
  DRAIN_SECONDS: number = 0;

  @IsOptional()
  @MinLength(16, { message: 'METRICS_TOKEN must have at least 16 characters' })
  METRICS_TOKEN?: string;

  @IsOptional()
  @Transform(wholeNumber)
  @IsInt({ message: 'METRICS_PORT must be a whole number' })
  @Min(1, { message: 'METRICS_PORT must be at least 1' })
  @Max(65_535, { message: 'METRICS_PORT must be at most 65535' })
  METRICS_PORT?: number;

  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true }, { message: 'PUBLIC_URL must be an address such as https://…' })
  PUBLIC_URL?: string;

  @IsOptional()
  @Matches(/^smtps?:\/\/.+/, { message: 'SMTP_URL must start with smtp:// or smtps://' })
  SMTP_URL?: string;

  @IsOptional()
  @Matches(/^([^<>\r\n]{1,100} )?<?[^\s<>@]+@[^\s<>@]+>?$/, {
    message: 'MAIL_FROM must be an email address, or a name with an address in angle brackets',
  })
  MAIL_FROM?: string;

  @IsOptional()
  @Matches(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/]).+/, { message: 'OIDC_ISSUER must start with https://' })
  OIDC_ISSUER?: string;

  @IsOptional()
  @MinLength(1, { message: 'OIDC_CLIENT_ID must not be empty' })
  OIDC_CLIENT_ID?: string;

  @IsOptional()
  @MinLength(8, { message: 'OIDC_CLIENT_SECRET must have at least 8 characters' })
  OIDC_CLIENT_SECRET?: string;

  @MaxLength(40, { message: 'OIDC_LABEL must have at most 40 characters' })
  OIDC_LABEL: string = 'single sign-on';

  @IsOptional()
  @Matches(/^[\w.-]+(,[\w.-]+)*$/, { message: 'PUSH_ALLOWED_HOSTS must be host names, separated by commas' })
  PUSH_ALLOWED_HOSTS?: string;

  @IsOptional()
  @Matches(/^\+?\d{8,15}$/, { message: 'SUPPORT_WHATSAPP must be a telephone number with its country code' })
  SUPPORT_WHATSAPP: string = supportPlaceholders.SUPPORT_WHATSAPP;

  @IsEmail({}, { message: 'SUPPORT_EMAIL must be an email address' })
  SUPPORT_EMAIL: string = supportPlaceholders.SUPPORT_EMAIL;

  @Matches(/^\+?[0-9][0-9 ()-]{5,19}$/, { message: 'SUPPORT_PHONE must be a telephone number' })
  SUPPORT_PHONE: string = supportPlaceholders.SUPPORT_PHONE;

  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    message: 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent',
  })
  LOG_LEVEL: string = 'info';

  @Matches(/^(true|false|\d+|[\d.,:/a-fA-F\s]+)$/, {
    message: 'TRUST_PROXY must be true, false, a number of hops or addresses',
  })
  TRUST_PROXY: string = 'false';

  @IsIn(['production', 'development', 'test'], { message: 'NODE_ENV must be production, development or test' })
  NODE_ENV: 'production' | 'development' | 'test' = 'development';
}

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
  /** Hosts of push services that may have private addresses. */
  pushAllowedHosts: string[];
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
  if (!issuer && !clientId && !clientSecret) return undefined;
  if (issuer && clientId && clientSecret && PUBLIC_URL) {
    return { issuer, clientId, clientSecret, label: variables.OIDC_LABEL };
  }
  faults.push('OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and PUBLIC_URL must be set together');
  return undefined;
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
    pushAllowedHosts: variables.PUSH_ALLOWED_HOSTS?.split(',') ?? [],
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

import { MAX_BACKUPS_KEPT } from '@shifa/contract';
import { Transform } from 'class-transformer';
import { IsEmail, IsIn, IsInt, IsOptional, IsUrl, Matches, Max, MaxLength, Min, MinLength } from 'class-validator';

const wholeNumber = ({ value }: { value: unknown }) =>
  typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;

/** Until the operator sets the real ones. They reach no one. */
export const supportPlaceholders = {
  SUPPORT_WHATSAPP: '910000000000',
  SUPPORT_EMAIL: 'support@shifa.example',
  SUPPORT_PHONE: '+91 33 0000 0000',
};

/** The variables as text, with what each can be. */
export class Variables {
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
  @IsUrl(
    { require_tld: false, require_protocol: true, protocols: ['http', 'https'], disallow_auth: true },
    { message: 'MESSAGE_GATEWAY_URL must be an address such as https://…, without a user and password' },
  )
  MESSAGE_GATEWAY_URL?: string;

  @IsOptional()
  @MinLength(24, { message: 'MESSAGE_GATEWAY_SECRET must have at least 24 characters' })
  MESSAGE_GATEWAY_SECRET?: string;

  @MaxLength(30, { message: 'MESSAGE_GATEWAY_LABEL must have at most 30 characters' })
  MESSAGE_GATEWAY_LABEL: string = 'Text message';

  @IsOptional()
  @Matches(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/]).+/, { message: 'OIDC_ISSUER must start with https://' })
  OIDC_ISSUER?: string;

  @IsOptional()
  @MinLength(1, { message: 'OIDC_CLIENT_ID must not be empty' })
  OIDC_CLIENT_ID?: string;

  @IsOptional()
  @MinLength(8, { message: 'OIDC_CLIENT_SECRET must have at least 8 characters' })
  OIDC_CLIENT_SECRET?: string;

  @IsOptional()
  @MaxLength(200, { message: 'OIDC_ROLE_CLAIM must have at most 200 characters' })
  OIDC_ROLE_CLAIM?: string;

  @IsOptional()
  @MinLength(1, { message: 'OIDC_ROLE_MAP must not be empty' })
  OIDC_ROLE_MAP?: string;

  @IsOptional()
  @Matches(/^[\w.:/-]+$/, { message: 'OIDC_ROLE_SCOPE must be one scope' })
  OIDC_ROLE_SCOPE?: string;

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

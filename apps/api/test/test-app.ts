import { CONFIRMATION_MINUTES, type LoginBody, type Role } from '@shifa/contract';
import { createLaboratoryBody, nextNumber } from '@shifa/contract/testing';
import type { INestApplicationContext } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Connection, Types } from 'mongoose';
import request from 'supertest';
import { createApp } from '../src/create-app';
import type { BackupSettings } from '../src/env';
import type { ProviderSettings } from '../src/modules/access/provider-client';
import type { GatewaySettings } from '../src/modules/messages/gateway';
import type { MailSettings } from '../src/modules/messages/mail-host';
import { PasswordHasher } from '../src/modules/access/password-hasher';
import type { LaboratoryRow } from '../src/modules/laboratories/laboratory.document';
import { derivedFields } from '../src/modules/laboratories/laboratory.mapper';
import { THE_SYSTEM } from '../src/platform/limits/pools';
import { LaboratoryRepository } from '../src/modules/laboratories/laboratory.repository';
import { derivedFields as derivedPersonFields } from '../src/modules/staff/staff.mapper';
import type { UserRow } from '../src/modules/staff/user.document';
import { UserRepository } from '../src/modules/staff/user.repository';
import { Caches } from '../src/platform/cache/caches';
import { createLogger } from '../src/platform/logging';
import { testDatabaseUri } from './test-database';

export const PASSWORD = 'Correct-horse-1';

let passwordHash: string | undefined;

export type Person = { user: UserRow; id: string; token: string };

/** The whole API with its own port and database, and with factories for the people and documents that tests need. */
export class TestApp {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly url: string,
    readonly mongodbUri: string,
  ) {}

  static async start({
    mongodbUri = testDatabaseUri(),
    webRoot = null as string | null,
    jwtSecret = 'a secret of tests that is long enough',
    whatsapp = null as string | null,
    logger = createLogger(process.env.TEST_LOG_LEVEL ?? 'silent'),
    backups = undefined as BackupSettings | undefined,
    mail = undefined as MailSettings | undefined,
    publicUrl = undefined as string | undefined,
    provider = undefined as ProviderSettings | undefined,
    gateway = undefined as GatewaySettings | undefined,
    pushAllowedHosts = [] as string[],
    pushCertificates = undefined as string | undefined,
  } = {}): Promise<TestApp> {
    const app = await createApp({
      jwtSecret,
      mongodbUri,
      redisUrl: undefined,
      backups,
      support: { email: 'support@shifa.example', phone: '+91 33 0000 0000', whatsapp },
      webRoot,
      trustProxy: true,
      publicUrl,
      mail,
      provider,
      gateway,
      pushAllowedHosts,
      ...(pushCertificates !== undefined && { pushCertificates }),
      logLevel: 'silent',
      logger,
      // Tests run the jobs themselves; on the clock, they would write in the middle of any test.
      jobs: false,
    });
    await app.listen(0, '127.0.0.1');
    passwordHash ??= await app.get(PasswordHasher).hash(THE_SYSTEM, PASSWORD);
    return new TestApp(app, await app.getUrl(), mongodbUri);
  }

  get services(): INestApplicationContext {
    return this.app;
  }

  get http() {
    return request(this.url);
  }

  /** Sends requests as the given person. */
  as({ token }: { token: string }) {
    return request.agent(this.url).set('Authorization', `Bearer ${token}`);
  }

  async laboratory(overrides: Partial<LaboratoryRow> = {}): Promise<LaboratoryRow & { id: string }> {
    const body = createLaboratoryBody();
    const now = new Date();
    const row: LaboratoryRow = {
      _id: new Types.ObjectId(),
      ...body,
      status: 'active',
      updatedBy: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
      ...derivedFields({ ...body, ...overrides }),
      ...overrides,
    };
    await this.services.get(LaboratoryRepository).insert(row);
    this.services.get(Caches).clear();
    return { ...row, id: row._id.toHexString() };
  }

  async user(role: Role, overrides: Partial<UserRow> = {}): Promise<UserRow> {
    const number = nextNumber();
    const now = new Date();
    const person = {
      employeeCode: `T-${number}`,
      name: `Person ${number}`,
      email: `person.${number}@shifa.example`,
      phone: null,
    };
    const row: UserRow = {
      _id: new Types.ObjectId(),
      ...person,
      role,
      department: null,
      designation: null,
      laboratoryId: null,
      employmentType: 'permanent',
      joiningDate: '2020-01-01',
      exitDate: null,
      exitReason: null,
      shift: null,
      emergencyContact: null,
      skills: [],
      status: 'active',
      passwordHash: passwordHash ?? '',
      mustChangePassword: false,
      temporaryPasswordExpiresAt: null,
      lastLogin: null,
      lastActivityAt: null,
      permissionOverrides: {},
      deputy: null,
      influences: [],
      preferences: {},
      updatedBy: null,
      ...derivedPersonFields({ ...person, ...overrides }),
      version: 1,
      createdAt: now,
      updatedAt: now,
      ...overrides,
    };
    await this.services.get(UserRepository).insert(row);
    this.services.get(Caches).clear();
    return row;
  }

  /** Signs in through the API. */
  async login(body: LoginBody): Promise<string> {
    const response = await this.http.post('/api/auth/login').send(body).expect(200);
    return (response.body as { data: { token: string } }).data.token;
  }

  /** Creates a person with the given role and signs them in. */
  async person(role: Role, overrides: Partial<UserRow> = {}): Promise<Person> {
    const user = await this.user(role, overrides);
    const token = await this.login({ email: user.email, password: PASSWORD });
    return { user, id: user._id.toHexString(), token };
  }

  /** Confirms the session anew, for tests that set the clock between signing in and a change that needs it. */
  async confirm(person: { token: string }): Promise<void> {
    await this.as(person).post('/api/auth/confirm').send({ password: PASSWORD }).expect(200);
  }

  /** Makes the person's sessions as old as those that are asked for a confirmation. */
  async outlastConfirmation({ user }: Pick<Person, 'user'>): Promise<void> {
    const old = new Date(Date.now() - CONFIRMATION_MINUTES * 60_000);
    const sessions = this.services.get<Connection>(getConnectionToken()).collection('sessions');
    await sessions.updateMany({ userId: user._id }, { $set: { createdAt: old, confirmedAt: old } });
    this.services.get(Caches).clear();
  }

  async close(): Promise<void> {
    const connection = this.services.get<Connection>(getConnectionToken());
    await this.app.close();
    // Mongoose keeps a closed connection with its models, which tests of the same worker would accumulate.
    await connection.destroy();
  }
}

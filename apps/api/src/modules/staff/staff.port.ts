import { Injectable } from '@nestjs/common';
import { eventKind } from '../../platform/events/domain-events';
import { LabScope } from '../../platform/mongo/lab-scope';
import { newId } from '../../platform/mongo/object-id';
import { Clock } from '../../platform/time/clock';
import type { UserRow } from './user.document';
import { UserRepository } from './user.repository';

export type { UserRow as Account } from './user.document';
export type NewSuperAdmin = { name: string; email: string; passwordHash: string };

/** Role, status, laboratory, permissions or password of a person changed: what is remembered of them is stale. */
export const accountChanged = eventKind<{ userId: string }>('account.changed');

/** What other modules may ask of the people: their accounts, by the system and not on anybody's behalf. */
@Injectable()
export class StaffPort {
  private readonly everywhere = LabScope.everywhere();

  constructor(
    private readonly users: UserRepository,
    private readonly clock: Clock,
  ) {}

  async account(userId: string): Promise<UserRow | null> {
    return this.users.findById(this.everywhere, userId);
  }

  async accountByEmail(email: string): Promise<UserRow | null> {
    return this.users.findOne(this.everywhere, { email: email.toLowerCase() });
  }

  async hasAnyone(): Promise<boolean> {
    return (await this.users.findOne(this.everywhere, {})) !== null;
  }

  async recordLogin(userId: string): Promise<void> {
    await this.users.recordLogin(userId, this.clock.now());
  }

  /** The account as it is afterwards, or `null` when someone else changed it meanwhile. */
  async setPassword(account: UserRow, passwordHash: string): Promise<UserRow | null> {
    const changes = { passwordHash, mustChangePassword: false };
    return this.users.updateAt(this.everywhere, account._id.toHexString(), account.version, changes, this.clock.now());
  }

  async createSuperAdmin({ name, email, passwordHash }: NewSuperAdmin): Promise<UserRow> {
    const now = this.clock.now();
    return this.users.insert({
      _id: newId(),
      employeeCode: 'HQ-0001',
      name,
      email: email.toLowerCase(),
      phone: null,
      role: 'super_admin',
      department: null,
      designation: null,
      laboratoryId: null,
      status: 'active',
      passwordHash,
      mustChangePassword: false,
      lastLogin: null,
      permissionOverrides: {},
      version: 1,
      createdAt: now,
      updatedAt: now,
    });
  }
}

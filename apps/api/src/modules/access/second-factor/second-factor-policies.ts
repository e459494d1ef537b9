import {
  defaultSecondFactorPolicy,
  type Role,
  type SecondFactorPolicy,
  SecondFactorPolicySchema,
  type SetSecondFactorPolicyBody,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { type Cache, Caches } from '../../../platform/cache/caches';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { eventKind } from '../../../platform/events/domain-events';
import { NETWORK_DOCUMENT_ID } from '../../../platform/mongo/network-document';
import { declaredFields } from '../../../platform/records/declared-fields';
import { type NetworkSetting, NetworkSettings } from '../../../platform/records/network-setting';
import type { EntityChanged } from '../../../platform/records/records';
import { Clock } from '../../../platform/time/clock';
import type { Account } from '../../staff/staff.port';
import { SecondFactorOwners } from './second-factor-owners';
import {
  SECOND_FACTOR_POLICIES,
  SecondFactorPolicyRepository,
  type SecondFactorPolicyRow,
} from './second-factor-policy.repository';

const DAY_MS = 86_400_000;

export const secondFactorPolicyChanged =
  eventKind<EntityChanged<SecondFactorPolicyRow>>('second-factor-policy.changed');

/** Whose roles need a second factor, and from when on. */
@Injectable()
export class SecondFactorPolicies {
  private readonly setting: NetworkSetting<SecondFactorPolicyRow, SecondFactorPolicy>;
  /** Every session asks when its person is resolved. */
  private readonly known: Cache<SecondFactorPolicyRow | null>;

  constructor(
    private readonly repository: SecondFactorPolicyRepository,
    private readonly owners: SecondFactorOwners,
    private readonly clock: Clock,
    caches: Caches,
    settings: NetworkSettings,
  ) {
    this.known = caches.create({ name: 'access.second-factor-policy', collection: SECOND_FACTOR_POLICIES });
    this.setting = settings.create({
      entity: 'second-factor-policy',
      noun: 'rule',
      shown: { permission: 'settings.view', fields: { requiredRoles: true, graceDays: true, since: 'nobody' } },
      repository,
      permission: 'settings.edit',
      defaults: { ...defaultSecondFactorPolicy, since: {} },
      present: (row) => declaredFields(SecondFactorPolicySchema, row),
      changed: secondFactorPolicyChanged,
    });
  }

  get(): Promise<SecondFactorPolicy> {
    return this.setting.get();
  }

  /** @throws DomainError OWN_SECOND_FACTOR_MISSING, and VERSION_CONFLICT with the current rule. */
  set(actor: Actor, { requiredRoles, graceDays, version }: SetSecondFactorPolicyBody): Promise<SecondFactorPolicy> {
    return this.setting.set(actor, version, async ({ since }) => {
      const isOwn = requiredRoles.includes(actor.role);
      if (isOwn && !(await this.owners.hasFactor(actor.userId))) throw new DomainError('OWN_SECOND_FACTOR_MISSING');
      const now = this.clock.now();
      return {
        requiredRoles,
        graceDays,
        since: Object.fromEntries(requiredRoles.map((role) => [role, since[role] ?? now])),
      };
    });
  }

  async requires(role: Role): Promise<boolean> {
    return (await this.stored())?.requiredRoles.includes(role) ?? false;
  }

  /** By when the person has to add a second factor; undefined if they have one, or need none. */
  async dueOf({ _id, role, roleSince, createdAt }: Account): Promise<Date | undefined> {
    const policy = await this.stored();
    if (!policy?.requiredRoles.includes(role)) return undefined;
    if (await this.owners.hasFactor(_id.toHexString())) return undefined;
    const starts = [policy.since[role] ?? policy.createdAt, roleSince ?? createdAt];
    return new Date(Math.max(...starts.map((start) => start.getTime())) + policy.graceDays * DAY_MS);
  }

  private stored(): Promise<SecondFactorPolicyRow | null> {
    return this.known.get(NETWORK_DOCUMENT_ID, async () => ({ value: await this.repository.get() }));
  }
}

import { delegatedPermissions, type DeputyOf, deputyRefusal, type Permission } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import type { Refusal } from '../../platform/domain/policy';
import { Caches } from '../../platform/cache/caches';
import { LabScope } from '../../platform/domain/lab-scope';
import type { ObjectId } from '../../platform/domain/object-id';
import { businessDay, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { type StandIn, toActor } from './influences';
import { deputyObstacle } from './staff.policy';
import type { UserRow } from './user.document';
import { personProjection, UserRepository } from './user.repository';

/** A person and a day of the calendar of their laboratory. */
export type PersonOnDay = { _id: ObjectId; day: string };

/** The last day of the approved leave that takes the whole of the day, by person; absent for people without such leave. */
type AbsenceSource = (people: readonly PersonOnDay[]) => Promise<Map<string, string>>;

/** People, of all laboratories and permissions together. */
const MAX_CACHED = 10_000;

/** Someone who may hold a permission, and what they can do now. */
export type Candidate = { account: UserRow; actor: Actor };

/** Registered by the feature that knows of leave, so that this module need not depend on it. */
@Injectable()
export class Absences {
  private source: AbsenceSource = () => Promise.resolve(new Map<string, string>());

  register(source: AbsenceSource): void {
    this.source = source;
  }

  async of(people: readonly PersonOnDay[]): Promise<Map<string, string>> {
    return people.length === 0 ? new Map<string, string>() : this.source(people);
  }
}

/**
 * Who acts for whom now: deputies of approvers who are on approved leave for the whole of today, or suspended by someone
 * who let the deputy act.
 */
@Injectable()
export class Deputies {
  private readonly holders;

  constructor(
    private readonly users: UserRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly absences: Absences,
    private readonly clock: Clock,
    caches: Caches,
  ) {
    const { collectionName: collection } = users;
    const sizeOf = ({ length }: UserRow[]) => length;
    this.holders = caches.create<UserRow[]>({ name: 'staff.concerned', collection, sizeOf, maxSize: MAX_CACHED });
  }

  /** The absent approvers for whom each of the people acts. One query where no one has named any of them. */
  async findStandIns(people: readonly UserRow[]): Promise<(person: Pick<UserRow, '_id'>) => StandIn[]> {
    const absent = await this.absentWithDeputyAmong(people);
    const acting = people.map((person): [string, StandIn[]] => [person._id.toHexString(), standInsFor(person, absent)]);
    const byPerson = new Map(acting);
    return ({ _id }) => byPerson.get(_id.toHexString()) ?? [];
  }

  /** The people as they act now. */
  async actors(people: readonly UserRow[]): Promise<(person: UserRow) => Actor> {
    const standInsOf = await this.findStandIns(people);
    return (person) => toActor(person, { sessionId: '' }, this.clock.now(), standInsOf(person));
  }

  /**
   * Why the viewer cannot take an account into use whose person is the deputy of someone who approves what the viewer
   * could not, whether or not that one is absent now.
   */
  async passwordRefusals(viewer: Actor, people: readonly UserRow[]): Promise<(person: UserRow) => Refusal | undefined> {
    const approvers = await this.users.withDeputyAmong(people.map(({ _id }) => _id));
    return (person) => {
      const refusals = namedBy(person, approvers).flatMap(
        (approver) => deputyRefusal(viewer, approver, 'this deputy gets during an absence') ?? [],
      );
      return refusals[0];
    };
  }

  /** Why the viewer cannot change people so that they gain, as deputies, what the viewer lacks; absent or not. */
  async changeRefusals(
    viewer: Actor,
    people: readonly UserRow[],
  ): Promise<(before: UserRow, after: UserRow) => Refusal | undefined> {
    const approvers = await this.users.withDeputyAmong(people.map(({ _id }) => _id));
    return (before, after) => {
      const refusals = namedBy(before, approvers).flatMap((approver) => {
        const held = passedOn(approver, before, viewer.at);
        const gains = passedOn(approver, after, viewer.at).some((permission) => !held.includes(permission));
        return (gains && deputyRefusal(viewer, approver, 'this deputy would get')) || [];
      });
      return refusals[0];
    };
  }

  /**
   * The active people who may hold a permission in a laboratory, as they act now: by their role, by an override, for the
   * whole network, or as the deputy of someone who is absent. At most one query where no one is absent; whether someone
   * holds the permission is for their actor to say.
   */
  async candidatesFor(permission: Permission, laboratoryId: ObjectId): Promise<Candidate[]> {
    const holders = await this.holders.get(`${permission} ${laboratoryId.toHexString()}`, async () => ({
      value: await this.users.possibleHolders(permission, laboratoryId),
    }));
    const absent = await this.absentAmong(holders.filter(({ deputy }) => deputy));
    const known = new Set(holders.map(({ _id }) => _id.toHexString()));
    const others = absent.flatMap(({ approver: { deputy } }) =>
      deputy && !known.has(deputy._id.toHexString()) ? deputy._id : [],
    );
    const deputies =
      others.length > 0
        ? await this.users.find(
            LabScope.everywhere(),
            { _id: { $in: others } },
            { limit: others.length, projection: personProjection },
          )
        : [];
    const now = this.clock.now();
    const acting = deputies.filter((person) => standInsFor(person, absent).length > 0);
    return [...holders, ...acting]
      .filter(({ status }) => status === 'active')
      .map((account) => ({
        account,
        actor: toActor(account, { sessionId: '' }, now, standInsFor(account, absent)),
      }));
  }

  /** The deputies of everyone who is absent now, by the id of the absent person. */
  async ofAbsentPeople(): Promise<Map<string, string>> {
    const absent = await this.absentAmong(await this.users.withDeputy());
    return new Map(
      absent.flatMap(({ approver: { _id, deputy } }) =>
        deputy ? [[_id.toHexString(), deputy._id.toHexString()] as const] : [],
      ),
    );
  }

  private async absentWithDeputyAmong(people: readonly UserRow[]): Promise<StandIn[]> {
    return this.absentAmong(await this.users.withDeputyAmong(people.map(({ _id }) => _id)));
  }

  private async absentAmong(approvers: readonly UserRow[]): Promise<StandIn[]> {
    const present = approvers.filter(({ status }) => status !== 'suspended');
    const laboratories = await this.laboratories.findAll(present.flatMap(({ laboratoryId }) => laboratoryId ?? []));
    const now = this.clock.now();
    const leave = await this.absences.of(
      present.map(({ _id, laboratoryId }) => {
        const laboratory = laboratoryId && laboratories.get(laboratoryId.toHexString());
        return { _id, day: businessDay(now, laboratory?.timezone ?? NETWORK_TIMEZONE) };
      }),
    );
    return approvers.flatMap((approver): StandIn[] => {
      if (approver.status === 'suspended') return approver.deputy?.confirmed ? [{ approver, until: null }] : [];
      const until = leave.get(approver._id.toHexString());
      return until === undefined ? [] : [{ approver, until }];
    });
  }
}

function namedBy({ _id }: UserRow, approvers: readonly UserRow[]): UserRow[] {
  return approvers.filter(({ deputy }) => deputy?._id.equals(_id));
}

/** What the person can do as the deputy of the approver. */
function passedOn(approver: UserRow, person: UserRow, at: Date): Permission[] {
  return deputyObstacle(approver, person) === undefined ? [...delegatedPermissions(approver, at, person).keys()] : [];
}

/** The absent approvers for whom the person acts. */
function standInsFor(person: UserRow, absent: readonly StandIn[]): StandIn[] {
  return absent.filter(
    ({ approver }) => approver.deputy?._id.equals(person._id) && deputyObstacle(approver, person) === undefined,
  );
}

/** For whom the actor acts now. */
export function deputyOf(actor: Actor): DeputyOf[] {
  return actor.capacities.flatMap((capacity) => capacity.deputyOf ?? []);
}

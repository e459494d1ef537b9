import type { Permission, Role } from '@shifa/contract';
import { type Actor, givesControl, type Influence } from '../domain/actor';
import { capacityFor, type Refusal, refusal } from '../domain/policy';
import { digestOf } from '../ledger/canonical';
import type { ObjectId } from '../domain/object-id';
import { formatInstant } from '../time/format-time';

type Person = { readonly _id: ObjectId };

/** How decisions on one kind of document are judged. */
export type DecisionRules<Row, Context> = {
  /** The permission to decide. */
  permission: Permission;
  /** The people whom the decision concerns: the subject, the author, the last editor. */
  concerned: (row: Row) => readonly Person[];
  /** Whether the document awaits a decision that the person can make at all. */
  open: (as: Actor, row: Row, context: Context) => Refusal | undefined;
  /** Why the person cannot decide on what concerns themselves, or the person they act for. */
  own: (as: Actor, row: Row) => Refusal;
  /** What else prevents the decision. */
  further?: (as: Actor, row: Row, context: Context, dependence: Influence | undefined) => Refusal | undefined;
  /** Influences on an account through which someone else than the subject entered the document. */
  authorInfluences?: (row: Row, context: Context) => readonly Influence[];
  /** `first_of_two`: a decision that is not independent is possible, and says so; see `Decider.dependence`. */
  dependent: 'refused' | 'first_of_two';
  timezoneOf: (context: Context) => string;
};

export type Judged = { decider: Decider; refused?: undefined } | { decider?: undefined; refused: Refusal };

/**
 * Someone who can make a decision, in the capacity in which they make it. Only `judged` creates one, so that no
 * decision is written without the judgement; see `Records`.
 */
export class Decider {
  private constructor(
    readonly as: Actor,
    /** Why the decision is not independent, where that is possible. */
    readonly dependence: Influence | undefined,
  ) {}

  /**
   * Judges every kind of decision: no one decides on what concerns themselves, nor by an account that the people
   * concerned created, reset, moved, resumed, rehired, or gave the permission within the last 30 days, nor as a deputy
   * whom they chose or control.
   */
  static judged<Row, Context>(rules: DecisionRules<Row, Context>, viewer: Actor, row: Row, context: Context): Judged {
    const concerned = rules.concerned(row);
    const findDependence = (as: Actor) => as.influenceBy(concerned, rules.permission);
    const { as, refused } = capacityFor(viewer, (each) => {
      const dependence = findDependence(each);
      return (
        rules.open(each, row, context) ??
        (concerned.some(({ _id }) => each.represents(_id)) ? rules.own(each, row) : undefined) ??
        rules.further?.(each, row, context, dependence) ??
        (rules.dependent === 'refused' && dependence
          ? dependentRefusal(each, dependence, rules.timezoneOf(context))
          : undefined) ??
        authorRefusal(each, rules.authorInfluences?.(row, context) ?? [])
      );
    });
    return refused ? { refused } : { decider: new Decider(as, findDependence(as)) };
  }
}

/** The names of stored fields that hold decisions. */
export const decisionFields: readonly string[] = ['approvals', 'rejection', 'decision', 'decidedBy'];

/** A decision as a document holds it. */
export type StoredDecision = {
  approved: boolean;
  /** The digest of what it was made on; absent in decisions from before it was stored. */
  content?: string | null | undefined;
};

/** The decisions of one kind of document, and what they are made on. */
export type Decisions<Row> = {
  of: (row: Row) => readonly StoredDecision[];
  /** The digest of what an approver sees and decides on. */
  contentOf: (row: Row) => string;
};

/**
 * A decision is added only by someone who was judged to be able to make it, and with the digest of what is written
 * with it. An approval is kept only while the document is what was approved; one from before digests were stored holds
 * for the content that is stored.
 * @throws Error where a write does otherwise.
 */
export function assertDecided<Row>(
  { of, contentOf }: Decisions<Row>,
  { before, after }: { before: Row | null; after: Row },
  decider: Decider | undefined,
): void {
  const decisions = of(after);
  if (decisions.length === 0) return;
  const content = contentOf(after);
  const known = new Set((before ? of(before) : []).map(digestOf));
  for (const decision of decisions) {
    const isKept = known.has(digestOf(decision));
    // The digest may be added to one from before digests were stored.
    const isKeptWithoutDigest = before !== null && known.has(digestOf({ ...decision, content: null }));
    if (!isKept && !isKeptWithoutDigest && !decider) throw new Error('A decision needs a decider');
    if (!isKept && decision.content !== content) throw new Error('A decision needs the digest of what it is made on');
    if (!decision.approved || !before) continue;
    const holdsFor = isKeptWithoutDigest ? contentOf(before) : decision.content;
    if (holdsFor !== content) throw new Error('An approval holds only for what was approved');
  }
}

/** The rules as a policy judges them. */
export function decisionPolicy<Row, Context>(rules: DecisionRules<Row, Context>) {
  return (viewer: Actor, row: Row, context: Context): Refusal | undefined =>
    Decider.judged(rules, viewer, row, context).refused;
}

/** Refuses a decision that is not independent, and says who can make it. */
export function dependentRefusal(as: Actor, dependence: Influence, timezone: string): Refusal {
  return refusal(
    'APPROVER_DEPENDENT',
    `${influenceInWords(dependence, 'your', timezone)}, so you can't decide on this. ${othersAbove[as.role]}`,
  );
}

/** The person who controlled the account through which a document was entered may have entered it. */
function authorRefusal(as: Actor, influences: readonly Influence[]): Refusal | undefined {
  const controls = influences.some(
    (influence) => givesControl(influence) && as.represented.includes(influence.by._id.toHexString()),
  );
  if (!controls) return undefined;
  const message = `You created or reset the account that entered this, less than 30 days ago. ${othersAbove[as.role]}`;
  return refusal('APPROVER_DEPENDENT', message);
}

const othersAbove: Record<Role, string> = {
  super_admin: 'Another super admin can decide.',
  lab_admin: 'A super admin can decide.',
  manager: 'A lab admin or a super admin can decide.',
  staff: 'A lab admin or a super admin can decide.',
};

/** `Asha Rao created your account on Nov 3, 2026, 2:45 PM GMT+5:30` */
export function influenceInWords(
  { by, kind, through, at }: Influence,
  whose: 'your' | 'this',
  timezone: string,
): string {
  const verb = {
    created: `created ${whose} account`,
    reset: `reset the password of ${whose} account`,
    readdressed: `changed the email address of ${whose} account`,
    granted: `gave ${whose} account the permission to approve`,
    moved: `moved ${whose} account to another laboratory`,
    resumed: `resumed ${whose} account`,
    rehired: `reopened ${whose} account by rehiring`,
  }[kind];
  const means = through === null ? '' : ` through the account of ${through}`;
  return `${by.name} ${verb}${means} on ${formatInstant(at, timezone)}`;
}

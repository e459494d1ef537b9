import {
  type Actions,
  deniedReason,
  type ErrorCode,
  errorCatalogue,
  type FieldError,
  type Permission,
} from '@shifa/contract';
import type { ObjectId } from './object-id';
import type { Actor } from './actor';
import { DomainError } from './domain-error';

/** Why an action is not possible now, as a code and in words. */
export type Refusal = {
  code: ErrorCode;
  message: string;
  /** The fields of the request that are refused, where it is not the action as a whole. */
  errors?: FieldError[];
  /** The action makes no sense in the document's present state; screens do not offer it at all. */
  hidden?: true;
  /** Caused by something else than the document, such as a closed period; the current document explains nothing. */
  external?: true;
};

/**
 * The rules of a document, one pure function per action: `undefined` where the viewer can act, else the refusal. The
 * service enforces the policy and the response carries it, so that no rule exists twice.
 */
export type Policy<Action extends string, Row, Context = void> = Record<
  Action,
  (viewer: Actor, row: Row, context: Context) => Refusal | undefined
>;

export function refusal(code: ErrorCode, message: string = errorCatalogue[code].message): Refusal {
  return { code, message };
}

/** Refuses one field of the request. */
export function refusalOn(field: string, code: ErrorCode, message: string = errorCatalogue[code].message): Refusal {
  return { code, message, errors: [{ field, message }] };
}

/** Refuses an action that the document's state makes meaningless. */
export function notOffered(code: ErrorCode): Refusal {
  return { ...refusal(code), hidden: true };
}

/** Refuses a person who lacks the permission, or holds it for other documents than this one. */
export function lacks(
  viewer: Actor,
  permission: Permission,
  owner?: { laboratoryId: ObjectId | null; personId?: ObjectId },
): Refusal | undefined {
  const resolved = viewer.permissions[permission];
  if (!resolved.allowed) return refusal('FORBIDDEN', deniedReason(viewer.role, permission, resolved));
  if (!owner) return undefined;
  const scope = viewer.scope(permission);
  const reached = scope.reachesAll || (owner.laboratoryId !== null && scope.reaches(owner.laboratoryId.toHexString()));
  const own = scope.userId === null || owner.personId?.toHexString() === scope.userId;
  return reached && own ? undefined : refusal('FORBIDDEN');
}

/** The capacity in which the viewer can act, their own if possible; else the refusal that explains most. */
export function capacityFor(
  viewer: Actor,
  judge: (as: Actor) => Refusal | undefined,
): { as: Actor; refused: Refusal | undefined } {
  const judged = viewer.capacities.map((as) => ({ as, refused: judge(as) }));
  const best =
    judged.find(({ refused }) => !refused) ?? judged.find(({ refused }) => refused?.code !== 'FORBIDDEN') ?? judged[0];
  return best ?? { as: viewer, refused: judge(viewer) };
}

/** The actions of a document as its response carries them. */
export function actionsFor<Action extends string, Row, Context>(
  policy: Policy<Action, Row, Context>,
  viewer: Actor,
  row: Row,
  context: Context,
): Actions<Action> {
  const states: Actions<Action> = {};
  for (const action of Object.keys(policy) as Action[]) {
    const refused = policy[action](viewer, row, context);
    if (!refused) states[action] = { allowed: true };
    else if (!refused.hidden) states[action] = { allowed: false, reason: refused.message };
  }
  return states;
}

/** @throws DomainError with the code, message and fields of the refusal. */
export function assertAllowed(refused: Refusal | undefined): void {
  if (refused) throw new DomainError(refused.code, { message: refused.message, errors: refused.errors });
}

import { CONTRACT_HEADER, isOutdated, type RoutePolicy } from '@shifa/contract';
import { type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { AppRoute } from '@ts-rest/core';
import type { FastifyRequest } from 'fastify';
import type { Actor, RequestWithActor } from '../domain/actor';
import { DomainError } from '../domain/domain-error';
import { Clock } from '../time/clock';
import { RequestLimits } from './request-limits';

const OUTSIDE_CONTRACT = Symbol('outside-contract');

/** Marks the few routes that are not in the contract (health and documentation). They are public. */
export const OutsideContract = () => SetMetadata(OUTSIDE_CONTRACT, true);

export const BEARER = 'bearer-session';

/** The strategy that finds the wall display of a bearer token. */
export const DISPLAY_TOKEN = 'display-token';

class DisplayGuard extends AuthGuard(DISPLAY_TOKEN) {}

/** The key under which a handler has the route that it implements. */
export const ROUTE = Symbol('route');

/** The only guard. It reads the route's policy from the contract and rejects routes without one. */
@Injectable()
export class ContractGuard extends AuthGuard(BEARER) {
  private readonly displays = new DisplayGuard();

  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RequestLimits,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const handler = context.getHandler();
    if (this.reflector.get<boolean | undefined>(OUTSIDE_CONTRACT, handler)) return true;

    const route = this.reflector.get<AppRoute | undefined>(ROUTE, handler);
    const policy = route?.metadata as RoutePolicy | undefined;
    if (!policy) throw new DomainError('FORBIDDEN');

    const request = context.switchToHttp().getRequest<FastifyRequest & RequestWithActor>();
    const version = request.headers[CONTRACT_HEADER];
    if (typeof version === 'string' && isOutdated(version)) throw new DomainError('CLIENT_OUTDATED');
    if (policy.permission === 'public') {
      await this.limits.countAddress(request.ip);
      return true;
    }
    const isForDisplay = policy.permission === 'display';
    try {
      await (isForDisplay ? this.displays.canActivate(context) : super.canActivate(context));
    } catch (error) {
      await this.limits.countAddress(request.ip);
      throw error;
    }
    if (isForDisplay) {
      await this.limits.countAddress(request.ip);
      return true;
    }
    const actor = request.user as Actor;
    await this.limits.countPerson(actor.userId);
    this.authorize(actor, policy);
    return true;
  }

  override handleRequest<Person>(error: unknown, actor: Person | false): Person {
    if (error instanceof Error) throw error;
    if (!actor) throw new DomainError('UNAUTHENTICATED');
    return actor;
  }

  private authorize(actor: Actor, policy: RoutePolicy): void {
    if (actor.mustChangePassword && !policy.withTemporaryPassword) throw new DomainError('PASSWORD_CHANGE_REQUIRED');
    if (actor.lacksSecondFactor(this.clock.now()) && !policy.withoutSecondFactor)
      throw new DomainError('SECOND_FACTOR_SETUP_REQUIRED');
    this.authorizeFor(actor, policy);
    if (policy.fresh) actor.assertConfirmed(this.clock.now());
  }

  private authorizeFor(actor: Actor, policy: RoutePolicy): void {
    if (policy.permission === 'signed-in' || policy.permission === 'public' || policy.permission === 'display') return;
    if (!actor.may(policy.permission)) throw new DomainError('FORBIDDEN');
    if (policy.also !== undefined && !actor.may(policy.also)) throw DomainError.alsoNeeds(policy.also);
    if (policy.scope === 'all' && actor.permissions[policy.permission].scope !== 'all')
      throw new DomainError('FORBIDDEN');
  }
}

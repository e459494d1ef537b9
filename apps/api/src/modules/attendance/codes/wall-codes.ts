import { type PunchAction, type QrCode, type ErrorCode } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { toString as drawCode } from 'qrcode';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { duplicatedFields } from '../../../platform/mongo/database-errors';
import { LabScope } from '../../../platform/domain/lab-scope';
import { isId, type ObjectId, objectId } from '../../../platform/domain/object-id';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { AttendanceBookRepository } from './attendance-book.repository';
import { DisplayRepository } from './display.repository';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The modules that scanners need to be blank around a code. */
const QUIET_ZONE = 4;

/** The codes on the walls of the laboratories. */
@Injectable()
export class WallCodes {
  constructor(
    private readonly books: AttendanceBookRepository,
    private readonly displays: DisplayRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly clock: Clock,
  ) {}

  /**
   * The current code of a laboratory, by default the person's own.
   * @param site the address at which the person uses the product.
   * @throws DomainError LABORATORY_NOT_FOUND, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED, FORBIDDEN.
   */
  async current(actor: Actor, laboratoryId: string | undefined, site: string): Promise<QrCode> {
    const scope = scopeOfCodes(actor);
    const { _id } = await this.laboratories.getForNewRecords(scope, laboratoryId ?? actor.laboratoryId);
    const now = this.clock.now();
    const code: WallCode = { laboratoryId: _id.toHexString(), window: windowAt(now) };
    const token = signed(code, await this.books.getOrCreateSecret(_id, now));
    const url = `${site}/attendance?code=${token}`;
    const end = (code.window + 1) * WINDOW_MS;
    return {
      token,
      expiresAt: new Date(end).toISOString(),
      refreshInMs: end - now.getTime(),
      laboratoryId: code.laboratoryId,
      url,
      svg: await drawCode(url, { type: 'svg', errorCorrectionLevel: 'M', margin: QUIET_ZONE }),
    };
  }

  /**
   * The code behind a scanned token.
   * @throws DomainError CODE_INVALID, CODE_EXPIRED, CODE_OF_OTHER_LABORATORY, CODE_OF_REMOVED_DISPLAY.
   */
  async read(token: string, { _id }: Pick<LaboratoryRow, '_id'>, acceptedForMs?: number): Promise<WallCode> {
    const now = this.clock.now();
    const code = parseToken(token);
    if (!code) throw DomainError.onField('CODE_INVALID', 'qrToken');
    const secret = await this.books.findSecret(objectId(code.laboratoryId));
    if (secret === undefined || !isAuthentic(token, code, secret)) throw DomainError.onField('CODE_INVALID', 'qrToken');
    if (code.laboratoryId !== _id.toHexString()) throw DomainError.onField('CODE_OF_OTHER_LABORATORY', 'qrToken');
    const fault = findFault(code, now, acceptedForMs);
    if (fault) throw DomainError.onField(fault, 'qrToken');
    if (await this.isOfRemovedDisplay(code)) throw DomainError.onField('CODE_OF_REMOVED_DISPLAY', 'qrToken');
    return code;
  }

  /** Lets a code or a tap be used once. @throws DomainError CODE_REUSED. */
  async use(useId: string | undefined, { _id }: { _id: ObjectId }, at: Date): Promise<void> {
    if (useId === undefined) return;
    try {
      await this.books.use(useId, _id, at);
    } catch (error) {
      if (duplicatedFields(error).length > 0) throw DomainError.onField('CODE_REUSED', 'qrToken');
      throw error;
    }
  }

  /** What a display showed before it was removed stays valid, as someone may have scanned it offline. */
  private async isOfRemovedDisplay({ displayId, window, laboratoryId }: WallCode): Promise<boolean> {
    if (displayId === undefined) return false;
    const display = await this.displays.findById(LabScope.ofLaboratory(laboratoryId), displayId);
    return !display || (display.removedAt !== null && startOfWindow({ laboratoryId, window }) >= display.removedAt);
  }
}

/** The scope of people who manage the codes of laboratories. @throws DomainError FORBIDDEN. */
export function scopeOfCodes(actor: Actor): LabScope {
  const scope = actor.scope('attendance.create');
  if (scope.userId !== null) throw new DomainError('FORBIDDEN');
  return scope;
}

/** Names a tap of a person that was sent later. */
export function tapUseId(punchId: string, userId: string): string {
  return `tap ${userId} ${punchId}`;
}

/** Names the use of a code by a person for an action. */
export function codeUseId({ laboratoryId, window }: WallCode, userId: string, action: PunchAction): string {
  return `${laboratoryId} ${window} ${userId} ${action}`;
}

/** How long the code on the wall stays the same. */
export const WINDOW_MS = 30_000;
/** The current window and the one before are accepted, because scanning takes a moment. */
const ACCEPTED_WINDOWS = 2;
/** A code used so shortly before it expires may have been passed on to someone elsewhere. */
const LATE_MS = 10_000;

/** `displayId` is that of the wall display that shows it; absent where a signed-in person shows it. */
export type WallCode = { laboratoryId: string; window: number; displayId?: string };

export function windowAt(now: Date): number {
  return Math.floor(now.getTime() / WINDOW_MS);
}

/** When the window began: the time of a scan that was made offline. */
export function startOfWindow({ window }: WallCode): Date {
  return new Date(window * WINDOW_MS);
}

/**
 * `<laboratory>.<window>.<signature>`, or `<laboratory>.<window>.<display>.<signature>`: the signature is HMAC-SHA256
 * with the laboratory's own secret of all that stands before it.
 */
export function signed({ laboratoryId, window, displayId }: WallCode, secret: string): string {
  const claim = [laboratoryId, window, ...(displayId === undefined ? [] : [displayId])].join('.');
  return `${claim}.${createHmac('sha256', secret).update(claim).digest('base64url')}`;
}

/** What a token says of itself; undefined if it is not in the form of one. Nothing of it is proven. */
function parseToken(token: string): WallCode | undefined {
  const [laboratoryId, window = '', ...rest] = token.split('.');
  if (!isId(laboratoryId) || !/^\d{1,12}$/.test(window) || rest.length < 1 || rest.length > 2) return undefined;
  const [displayId] = rest.length === 2 ? rest : [];
  if (displayId === undefined) return { laboratoryId, window: Number(window) };
  return isId(displayId) ? { laboratoryId, window: Number(window), displayId } : undefined;
}

/** Whether the laboratory's secret signed the token, compared in constant time. */
function isAuthentic(token: string, code: WallCode, secret: string): boolean {
  const [given, expected] = [Buffer.from(token), Buffer.from(signed(code, secret))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Why the code must not be used now. `acceptedForMs` is longer for one that was scanned without a network. */
function findFault(code: WallCode, now: Date, acceptedForMs = ACCEPTED_WINDOWS * WINDOW_MS): ErrorCode | undefined {
  const age = now.getTime() - startOfWindow(code).getTime();
  if (age < 0) return 'CODE_INVALID';
  return age < acceptedForMs ? undefined : 'CODE_EXPIRED';
}

export function isLastMoment(code: WallCode, now: Date): boolean {
  return now.getTime() - startOfWindow(code).getTime() >= ACCEPTED_WINDOWS * WINDOW_MS - LATE_MS;
}

import { createHash, randomInt } from 'node:crypto';
import {
  type CreateDisplayBody,
  type Display,
  DISPLAY_AHEAD_HOURS,
  type DisplayCodes,
  type DisplayPairing,
  DisplaySchema,
  MAX_DISPLAYS,
  type PairDisplayBody,
  type PairedDisplay,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../../platform/audit/audit-log';
import { declareAudited } from '../../../platform/audit/audited-fields';
import { type Actor, DisplayDevice } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { LabScope } from '../../../platform/domain/lab-scope';
import { newId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { FailureLimit } from '../../../platform/limits/failure-limit';
import { LimiterFactory } from '../../../platform/limits/limiter-factory';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { AttendanceBookRepository, OFFLINE_MS } from './attendance-book.repository';
import { scopeOfCodes, signed, WINDOW_MS, windowAt } from './wall-codes';
import { type DisplayRow, DisplayRepository } from './display.repository';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-custom';
import { declaredFields } from '../../../platform/records/declared-fields';
import { DISPLAY_TOKEN } from '../../../platform/http/contract.guard';
import { ATTENDANCE_LOCK } from '../month-closings/closed-months';

const PAIRING_MS = 10 * 60_000;
/** Without characters that are confused when they are read from another screen: 0 O, 1 I. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 2;
const GROUP_LENGTH = 4;
const WINDOWS_AHEAD = (DISPLAY_AHEAD_HOURS * 3_600_000) / WINDOW_MS;
const TOUCH_AFTER_MS = 60_000;

declareAudited('wall-display', { permission: 'attendance.create', fields: { name: true, device: true } });

/** Slows down guessing pairing codes, by network address: far more than typing errors, hopeless for 40 bits. */
@Injectable()
export class PairingThrottle extends FailureLimit {
  constructor(limiters: LimiterFactory) {
    super(limiters, { name: 'pairing', failures: 30, seconds: 900 });
  }
}

/** The displays on the walls of the laboratories: pairing them, removing them, and the codes that they show. */
@Injectable()
export class Displays {
  constructor(
    private readonly displays: DisplayRepository,
    private readonly books: AttendanceBookRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly audit: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError LABORATORY_NOT_FOUND, FORBIDDEN. */
  async list(actor: Actor, laboratoryId: string | undefined): Promise<Display[]> {
    const scope = scopeOfCodes(actor);
    const { _id } = await this.laboratories.getInScope(scope, laboratoryId ?? actor.laboratoryId);
    return (await this.displays.ofLaboratory(scope, _id, this.clock.now())).map(toDisplay);
  }

  /**
   * A code of ten minutes that pairs one display. It is returned once and stored as a digest.
   * @throws DomainError TOO_MANY_DISPLAYS, LABORATORY_NOT_FOUND, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED, FORBIDDEN.
   */
  create(actor: Actor, { name, laboratoryId }: CreateDisplayBody): Promise<DisplayPairing> {
    const code = pairingCode();
    const entered = laboratoryId ?? actor.laboratoryId;
    // No two are created at once, nor while the laboratory is archived.
    return this.unitOfWork.exclusive(ATTENDANCE_LOCK, entered, async () => {
      const scope = scopeOfCodes(actor);
      const { _id } = await this.laboratories.getForNewRecords(scope, entered);
      const now = this.clock.now();
      if ((await this.displays.ofLaboratory(scope, _id, now)).length >= MAX_DISPLAYS) {
        throw new DomainError('TOO_MANY_DISPLAYS');
      }
      const row = await this.displays.insert({
        _id: newId(),
        laboratoryId: _id,
        name,
        createdBy: actor.person,
        codeHash: hashSecret(normalized(code)),
        tokenHash: null,
        device: null,
        pairedAt: null,
        lastSeenAt: null,
        removedAt: null,
        expiresAt: new Date(now.getTime() + PAIRING_MS),
        version: 1,
        createdAt: now,
        updatedAt: now,
      });
      await this.record(actor, 'created', row, null, { name });
      return { ...toDisplay(row), code };
    });
  }

  /**
   * Gives the display that was asked for with the code to the person who types it first.
   * @throws DomainError PAIRING_CODE_INVALID.
   */
  pair({ code, token }: PairDisplayBody, device: string): Promise<PairedDisplay> {
    const tokenHash = hashSecret(token);
    return this.unitOfWork.run(async () => {
      // The answer to the first request was lost.
      const known = await this.displays.paired(tokenHash);
      if (known) return this.present(known.name, await this.laboratories.getOwner(known));
      const now = this.clock.now();
      const row = await this.displays.waitingFor(hashSecret(normalized(code)), now);
      if (!row) throw DomainError.onField('PAIRING_CODE_INVALID', 'code');
      const changes = { codeHash: null, tokenHash, device, pairedAt: now, expiresAt: null };
      const id = row._id.toHexString();
      const after = await this.displays.updateAt(LabScope.everywhere(), id, row.version, changes, now);
      if (!after) throw DomainError.onField('PAIRING_CODE_INVALID', 'code');
      await this.record(null, 'paired', row, null, { device });
      return this.present(row.name, await this.laboratories.getOwner(row));
    });
  }

  /** @throws DomainError DISPLAY_NOT_FOUND, FORBIDDEN. */
  remove(actor: Actor, id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const scope = scopeOfCodes(actor);
      const row = await this.displays.findById(scope, id);
      if (!row || row.removedAt) throw new DomainError('DISPLAY_NOT_FOUND');
      const now = this.clock.now();
      if (row.tokenHash === null) {
        await this.displays.remove(row._id);
      } else {
        // What people scanned before can still be sent, so what the display was is kept for as long.
        const changes = { removedAt: now, expiresAt: new Date(now.getTime() + 2 * OFFLINE_MS) };
        if (!(await this.displays.updateAt(scope, id, row.version, changes, now))) {
          throw new DomainError('DISPLAY_NOT_FOUND');
        }
      }
      await this.record(actor, 'removed', row, { name: row.name, device: row.device }, null);
    });
  }

  /** The display with the token. @throws DomainError DISPLAY_REMOVED. */
  async authenticate(token: string): Promise<DisplayDevice> {
    const row = await this.displays.paired(hashSecret(token));
    if (!row) throw new DomainError('DISPLAY_REMOVED');
    return new DisplayDevice(row._id.toHexString(), row.laboratoryId.toHexString(), row.name);
  }

  /**
   * The codes of the current window and of the hours after it, except those that the display already has.
   * @throws DomainError LABORATORY_SUSPENDED, LABORATORY_ARCHIVED.
   */
  async codes({ id, laboratoryId, name }: DisplayDevice, from = 0): Promise<DisplayCodes> {
    const laboratory = await this.laboratories.getForNewRecords(LabScope.ofLaboratory(laboratoryId));
    const now = this.clock.now();
    await this.displays.touch(id, now, new Date(now.getTime() - TOUCH_AFTER_MS));
    const secret = await this.books.getOrCreateSecret(laboratory._id, now);
    const end = windowAt(now) + WINDOWS_AHEAD;
    const first = Math.min(Math.max(windowAt(now), from), end + 1);
    const windows = Array.from({ length: end - first + 1 }, (_, index) => first + index);
    return {
      ...this.present(name, laboratory),
      now: now.toISOString(),
      first,
      tokens: windows.map((window) => signed({ laboratoryId, window, displayId: id }, secret)),
    };
  }

  private present(display: string, { name, timezone }: LaboratoryRow): PairedDisplay {
    return { name: display, laboratory: { name, timezone } };
  }

  private async record(
    actor: Actor | null,
    action: string,
    { _id, laboratoryId }: DisplayRow,
    before: object | null,
    after: object | null,
  ): Promise<void> {
    const entity = 'wall-display';
    await this.audit.record({
      actor,
      action: `${entity}.${action}`,
      entity,
      entityId: _id,
      laboratoryId,
      before,
      after,
    });
  }
}

function toDisplay(row: DisplayRow): Display {
  return {
    ...declaredFields(DisplaySchema, row),
    state: row.tokenHash === null ? 'waiting' : 'paired',
    createdBy: row.createdBy.name,
  };
}

/** Such as `7KQM-X2RW`: 40 bits, which no one guesses within ten minutes. */
function pairingCode(): string {
  const letter = () => LETTERS.charAt(randomInt(LETTERS.length));
  const group = () => Array.from({ length: GROUP_LENGTH }, letter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

function normalized(code: string): string {
  return code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Finds the wall display of a bearer token. Tokens of people have another form, and are refused unread. */
@Injectable()
export class DisplayStrategy extends PassportStrategy(Strategy, DISPLAY_TOKEN) {
  constructor(private readonly displays: Displays) {
    super();
  }

  /** @throws DomainError UNAUTHENTICATED, DISPLAY_REMOVED. */
  async validate({ headers }: { headers: { authorization?: string } }): Promise<DisplayDevice> {
    const [, token] = /^bearer\s+([\w-]{43})$/i.exec(headers.authorization ?? '') ?? [];
    if (token === undefined) throw new DomainError('UNAUTHENTICATED');
    return this.displays.authenticate(token);
  }
}

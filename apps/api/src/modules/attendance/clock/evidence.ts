import type { AttendanceFlag, PunchBody, PunchMethod, OfflinePunchBody } from '@shifa/contract';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import type { DayDraft } from '../records/day-content';
import type { PunchRow, AttendanceRow } from '../records/record.document';
import { DomainError } from '../../../platform/domain/domain-error';
import { OFFLINE_MS } from '../codes/attendance-book.repository';
import { type WallCode } from '../codes/wall-codes';

type Place = { latitude: number; longitude: number };
type Laboratory = Pick<LaboratoryRow, 'location' | 'policies'>;

const EARTH_RADIUS_METRES = 6_371_000;
/** Faster than any journey between laboratories by road or rail. */
const MAX_SPEED_KM_H = 250;
/** Shorter distances can come from imprecise positions. */
const MIN_TRAVEL_METRES = 20_000;

/** The distance of two places along the surface of the earth, in metres (haversine formula). */
export function distanceBetween(a: Place, b: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [latitude, longitude] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)];
  const chord =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(longitude / 2) ** 2;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Whether the laboratory has a place and a distance from it within which people are expected. */
export function isFenced({ location, policies }: Laboratory): boolean {
  return location.coordinates !== null && policies.attendance.fenceRadiusMetres !== null;
}

/**
 * A clock-in or clock-out with what it shows of the place. A person is outside the fence only if they are even where
 * the position is off by its accuracy, and inside only if the accuracy is finer than the fence: otherwise, a phone that
 * states a large enough accuracy would be inside from anywhere.
 */
export function createPunch(
  at: Date,
  method: PunchMethod,
  device: string | null,
  location: PunchBody['location'],
  { location: { coordinates }, policies }: Laboratory,
): PunchRow {
  const radius = policies.attendance.fenceRadiusMetres;
  const distance = location && coordinates ? Math.round(distanceBetween(location, coordinates)) : null;
  const withinFence =
    distance === null || radius === null || !location ? null : isWithin(distance, location.accuracy, radius);
  return { at, method, distanceMetres: distance, withinFence, device };
}

/** Null if the position is too inaccurate to tell. */
function isWithin(distance: number, accuracy: number, radius: number): boolean | null {
  if (distance - Math.round(accuracy) > radius) return false;
  return accuracy < radius ? true : null;
}

/**
 * Whether no one could have come from the place of the earlier punch in the time between. Only the distances from the
 * laboratories are known, so the shortest way that they allow counts.
 */
export function isImpossibleTravel(
  earlier: { punch: PunchRow; laboratory: Pick<LaboratoryRow, '_id' | 'location'> },
  later: { punch: PunchRow; laboratory: Pick<LaboratoryRow, '_id' | 'location'> },
): boolean {
  const [from, to] = [earlier.punch.distanceMetres, later.punch.distanceMetres];
  const places = [earlier.laboratory.location.coordinates, later.laboratory.location.coordinates];
  const [first, second] = places;
  if (from === null || to === null || !first || !second) return false;
  const between = distanceBetween(first, second);
  const shortest = Math.max(Math.abs(from - to) - between, between - from - to);
  const hours = Math.max(0, later.punch.at.getTime() - earlier.punch.at.getTime()) / 3_600_000;
  return shortest >= MIN_TRAVEL_METRES && shortest / 1000 > MAX_SPEED_KM_H * hours;
}

/** The flags that a clock-in or clock-out raises by itself. */
export function judgeEvidence({
  punch,
  fenced,
  isLate,
  isShared,
  isImpossible,
}: {
  punch: PunchRow;
  /** Whether the laboratory expects a position. */
  fenced: boolean;
  isLate: boolean;
  isShared: boolean;
  isImpossible: boolean;
}): AttendanceFlag[] {
  return [
    ...(punch.withinFence === false ? (['outside_fence'] as const) : []),
    ...(fenced && punch.distanceMetres === null ? (['no_location'] as const) : []),
    ...(fenced && punch.distanceMetres !== null && punch.withinFence === null
      ? (['inaccurate_location'] as const)
      : []),
    ...(isLate ? (['late_scan'] as const) : []),
    ...(isShared ? (['shared_device'] as const) : []),
    ...(isImpossible ? (['impossible_travel'] as const) : []),
  ];
}

/** What a clock-in or clock-out was made with, and when. */
export type Given = Pick<PunchBody, 'location' | 'deviceId' | 'notes'> & {
  device: string;
  at: Date;
  code: WallCode | null;
  /** Names it where it was clocked offline without a code. */
  tap?: string;
  /** Where it was clocked offline. */
  receivedAt?: Date;
};
export type Evidence = { punch: PunchRow; flags: AttendanceFlag[]; deviceIds: string[] };

/** The day with another punch and what it was made with. */
export function withPunch(
  day: DayDraft,
  { deviceIds, flags }: Evidence,
  more: readonly AttendanceFlag[],
  { notes }: Given,
  times: Partial<Pick<DayDraft, 'segments' | 'breaks'>>,
): DayDraft {
  return {
    ...day,
    ...times,
    evidence: [...new Set([...day.evidence, ...flags, ...more])],
    deviceIds: [...new Set([...day.deviceIds, ...deviceIds])],
    notes: notes ?? day.notes,
  };
}

export function endedAt(breaks: AttendanceRow['breaks'], at: Date): AttendanceRow['breaks'] {
  return breaks.map((one) => (one.end === null ? { ...one, end: at < one.start ? one.start : at } : one));
}

/**
 * When a person clocked without a network, by the time that passed on the clock of the device until it was sent: whether
 * that clock is right does not matter. @throws DomainError VALIDATION_FAILED, OFFLINE_PUNCH_TOO_OLD.
 */
export function tappedAt({ tappedAt: tapped = '', sentAt = '' }: OfflinePunchBody, receivedAt: Date): Date {
  const passed = Date.parse(sentAt) - Date.parse(tapped);
  if (!(passed >= 0)) throw DomainError.onField('VALIDATION_FAILED', 'tappedAt', 'Must not be after sentAt');
  if (passed >= OFFLINE_MS) throw DomainError.onField('OFFLINE_PUNCH_TOO_OLD', 'tappedAt');
  return new Date(receivedAt.getTime() - passed);
}

/** @throws DomainError DAY_FULL, as a record that grows without end would be read and written whole every time. */
export function assertRoom(entries: readonly unknown[], most: number, done: string): void {
  if (entries.length < most) return;
  const message = `You have ${done} ${most} times on this day, the most a day can hold. Ask your manager to enter the rest.`;
  throw new DomainError('DAY_FULL', { message });
}

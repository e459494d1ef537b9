import { PoliciesSchema } from '@shifa/contract';
import { createLaboratoryBody } from '@shifa/contract/testing';
import { newId } from '../../../platform/domain/object-id';
import type { PunchRow } from '../records/record.document';
import { distanceBetween, judgeEvidence, isImpossibleTravel, createPunch } from './evidence';

const kolkata = { latitude: 22.5726, longitude: 88.3639 };
const dubai = { latitude: 25.2048, longitude: 55.2708 };
const at = new Date('2026-11-24T03:30:00Z');

function laboratory(coordinates: typeof kolkata | null, fenceRadiusMetres: number | null = 200) {
  const location = { ...createLaboratoryBody().location, coordinates };
  return { _id: newId(), location, policies: PoliciesSchema.parse({ attendance: { fenceRadiusMetres } }) };
}

function punch(distanceMetres: number | null, minutesLater = 0): PunchRow {
  const then = new Date(at.getTime() + minutesLater * 60_000);
  return { at: then, method: 'qr', distanceMetres, withinFence: null, device: null };
}

describe('the distance between two places', () => {
  it('follows the surface of the earth', () => {
    expect(distanceBetween(kolkata, kolkata)).toBe(0);
    // 3,370 km by great circle, as published for the two cities.
    expect(distanceBetween(kolkata, dubai) / 1000).toBeCloseTo(3370, -2);
    expect(distanceBetween({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(
      111_195,
      -2,
    );
  });
});

describe('the place of a clock-in', () => {
  const near = (metres: number, accuracy: number) => ({
    latitude: kolkata.latitude + metres / 111_195,
    longitude: kolkata.longitude,
    accuracy,
  });

  it.each([
    ['inside', 150, 10, 200, true],
    ['at the edge', 200, 0, 200, true],
    ['outside', 260, 10, 200, false],
    ['outside, unless the position is imprecise', 260, 80, 200, true],
    ['unknown, where the accuracy reaches the laboratory', 9000, 9000, 200, null],
    ['unknown, where the accuracy is no finer than the fence', 10, 200, 200, null],
    ['outside, however inaccurate', 9000, 8000, 200, false],
    ['anywhere, without a fence', 9000, 10, null, null],
  ])('is %s', (_, metres, accuracy, radius, expected) => {
    const made = createPunch(at, 'web', null, near(metres, accuracy), laboratory(kolkata, radius));
    expect(made.distanceMetres).toBe(metres);
    expect(made.withinFence).toBe(expected);
  });

  it('is unknown without a location of the person or of the laboratory', () => {
    const unknown = { distanceMetres: null, withinFence: null };
    expect(createPunch(at, 'web', null, undefined, laboratory(kolkata))).toMatchObject(unknown);
    expect(createPunch(at, 'web', null, near(1, 1), laboratory(null))).toMatchObject(unknown);
  });
});

describe('travel between two scans', () => {
  it.each([
    ['between cities in an hour', kolkata, 10, dubai, 10, 60, true],
    ['between cities in a day', kolkata, 10, dubai, 10, 24 * 60, false],
    ['from far away within minutes', kolkata, 80_000, kolkata, 20, 10, true],
    ['from far away within an hour', kolkata, 80_000, kolkata, 20, 60, false],
    ['a few kilometres at once, which can be imprecise', kolkata, 19_000, kolkata, 20, 0, false],
    ['between cities while near the other one', kolkata, 3_369_000, dubai, 20, 5, false],
  ])('%s', (_, from, distance, to, nextDistance, minutes, expected) => {
    const earlier = { punch: punch(distance), laboratory: laboratory(from) };
    const later = { punch: punch(nextDistance, minutes), laboratory: laboratory(to) };
    expect(isImpossibleTravel(earlier, later)).toBe(expected);
  });

  it('is not judged where a place is unknown', () => {
    const known = { punch: punch(10), laboratory: laboratory(kolkata) };
    expect(isImpossibleTravel({ ...known, punch: punch(null) }, known)).toBe(false);
    expect(isImpossibleTravel(known, { punch: punch(90_000, 1), laboratory: laboratory(null) })).toBe(false);
  });
});

describe('flags of a clock-in', () => {
  it('name what the approver should look at', () => {
    const outside = { ...punch(900), withinFence: false };
    const all = { punch: outside, fenced: true, isLate: true, isShared: true, isImpossible: true };
    expect(judgeEvidence(all)).toEqual(['outside_fence', 'late_scan', 'shared_device', 'impossible_travel']);
    const plain = { ...all, fenced: false, isLate: false, isShared: false, isImpossible: false };
    expect(judgeEvidence({ ...plain, punch: punch(10) })).toEqual([]);
    expect(judgeEvidence({ ...plain, punch: punch(null) })).toEqual([]);
    const fenced = { ...plain, fenced: true };
    expect(judgeEvidence({ ...fenced, punch: punch(null) })).toEqual(['no_location']);
    expect(judgeEvidence({ ...fenced, punch: punch(9000) })).toEqual(['inaccurate_location']);
    expect(judgeEvidence({ ...fenced, punch: { ...punch(10), withinFence: true } })).toEqual([]);
  });
});

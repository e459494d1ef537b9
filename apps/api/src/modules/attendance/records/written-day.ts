import type { CorrectionBody } from '@shifa/contract';
import { instantAt } from '../../../platform/time/business-day';
import type { AttendanceRow, SegmentRow } from './record.document';

/** Times as people write them: on the laboratory's clock. */
export type WrittenDay = Pick<CorrectionBody, 'segments' | 'breaks'>;

export function segmentsFrom({ segments }: WrittenDay, timezone: string): SegmentRow[] {
  const punch = (text: string) => manualPunch(instantOf(text, timezone));
  return segments.map((segment) => ({ clockIn: punch(segment.in), clockOut: punch(segment.out) }));
}

export function breaksFrom({ breaks }: WrittenDay, timezone: string): AttendanceRow['breaks'] {
  return breaks.map((one) => ({ start: instantOf(one.in, timezone), end: instantOf(one.out, timezone) }));
}

export function manualPunch(at: Date): SegmentRow['clockIn'] {
  return { at, method: 'manual', distanceMetres: null, withinFence: null, device: null };
}

/** As a correction keeps them until it is decided. */
export function spansFrom({ segments, breaks }: Pick<AttendanceRow, 'segments' | 'breaks'>) {
  return {
    segments: segments.map(({ clockIn, clockOut }) => ({ in: clockIn.at, out: clockOut?.at ?? clockIn.at })),
    breaks: breaks.map(({ start, end }) => ({ in: start, out: end ?? start })),
  };
}

/** `2026-11-22T09:05` on the clock of the zone. */
function instantOf(text: string, timezone: string): Date {
  return instantAt(text.slice(0, 10), text.slice(11), timezone);
}

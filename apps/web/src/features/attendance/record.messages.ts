import { formatCount } from '../../lib/format';

export function recordDecisionText(status: 'approved' | 'rejected', by: string | null): string {
  if (status === 'rejected') return by === null ? 'Rejected' : `Rejected by ${by}`;
  return by === null ? 'Approved' : `Approved by ${by}`;
}

export function distanceText(metres: number, tooFar: boolean): string {
  const distance = formatCount(metres);
  return tooFar ? `${distance} m from the laboratory, too far away` : `${distance} m from the laboratory`;
}

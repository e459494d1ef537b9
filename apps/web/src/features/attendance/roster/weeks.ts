import { dayAfter, type Period } from '../../../lib/calendar';

/** From Monday to Sunday. */
export function weekOf(day: string): Period {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const from = dayAfter(day, -((weekday + 6) % 7));
  return { from, to: dayAfter(from, 6) };
}

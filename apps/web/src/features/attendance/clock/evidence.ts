import type { PunchInput } from '@shifa/contract';
import { idempotencyKey } from '../../../lib/idempotency';

const DEVICE = 'device';
const LOCATION_WAIT_MS = 3_000;
/** A person does not go far in a minute, and a known position needs no waiting. */
const LOCATION_AGE_MS = 60_000;

type Evidence = Pick<NonNullable<PunchInput>, 'deviceId' | 'location'>;

/** On which device, and where if the browser knows it soon enough; clocking never depends on it. */
export async function evidence(): Promise<Evidence> {
  return { deviceId: deviceId(), location: await location() };
}

/** A name that this browser gave itself. */
function deviceId(): string | undefined {
  try {
    const id = localStorage.getItem(DEVICE) ?? idempotencyKey();
    localStorage.setItem(DEVICE, id);
    return id;
  } catch {
    // Without room it has no name.
    return undefined;
  }
}

function location(): Promise<Evidence['location']> {
  const { geolocation } = navigator as { geolocation?: Geolocation };
  if (!geolocation) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    // The limit of the browser does not include the time in which it asks for permission.
    const timer = setTimeout(() => resolve(undefined), LOCATION_WAIT_MS);
    const settle = (found: Evidence['location']) => {
      clearTimeout(timer);
      resolve(found);
    };
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => settle({ latitude, longitude, accuracy }),
      () => settle(undefined),
      { timeout: LOCATION_WAIT_MS, maximumAge: LOCATION_AGE_MS },
    );
  });
}

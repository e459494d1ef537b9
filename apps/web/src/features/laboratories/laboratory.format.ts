import type { Laboratory } from '@shifa/contract';

type Coordinates = NonNullable<Laboratory['location']['coordinates']>;

/** `22.57260, 88.36390`, to about a metre. */
export function formatCoordinates({ latitude, longitude }: Coordinates): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}

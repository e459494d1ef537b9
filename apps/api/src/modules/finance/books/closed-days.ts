import { laterOf } from '@shifa/contract';

/** The last closed days of the network and of the laboratories that were closed by themselves. */
export class ClosedDays {
  /** @param own by the id of the laboratory */
  constructor(
    readonly ofNetwork: string | null,
    readonly own: ReadonlyMap<string, string | null> = new Map(),
  ) {}

  /** The later one of the laboratory's own and the network's, which alone applies to a person without a laboratory. */
  of(laboratoryId: string | null): string | null {
    return laterOf(this.ofNetwork, this.own.get(laboratoryId ?? '') ?? null);
  }
}

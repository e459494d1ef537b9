import type { Blocker } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';

/** What another feature knows of a person. */
export type StaffFactSource = {
  /** Work of the person that somebody else has to settle once they are gone, as far as the actor may see it. */
  openWork: (actor: Actor, userId: string) => Promise<Blocker[]>;
};

/** Collects the facts of all features, so that this module need not depend on them. */
@Injectable()
export class StaffFacts {
  private readonly sources: StaffFactSource[] = [];

  register(source: StaffFactSource): void {
    this.sources.push(source);
  }

  async openWork(actor: Actor, userId: string): Promise<Blocker[]> {
    const found: Blocker[] = [];
    for (const source of this.sources) found.push(...(await source.openWork(actor, userId)));
    return found;
  }
}

import type { Blocker } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';

/** What another feature knows of a person. */
export type StaffFactSource = {
  /**
   * Work of the people that somebody else has to settle once they are gone, as far as the actor may see it. The filters
   * belong to one person; several people have none.
   */
  openWork: (actor: Actor, userIds: readonly string[]) => Promise<Blocker[]>;
};

/** Collects the facts of all features, so that this module need not depend on them. */
@Injectable()
export class StaffFacts {
  private readonly sources: StaffFactSource[] = [];

  register(source: StaffFactSource): void {
    this.sources.push(source);
  }

  async openWork(actor: Actor, userIds: readonly string[]): Promise<Blocker[]> {
    const found: Blocker[] = [];
    for (const source of this.sources) found.push(...(await source.openWork(actor, userIds)));
    // A list shows the work of one person, so there is none to link to for several.
    return userIds.length === 1 ? found : found.map(({ name, count }) => ({ name, count }));
  }
}

import type { Blocker } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { Registry } from '../../platform/registry';
import type { Actor } from '../../platform/domain/actor';

/** What another feature knows of a person. */
export type StaffFactSource = {
  /**
   * Work of the people that someone else has to settle once they are gone, as far as the actor can see it. The filters
   * belong to one person; several people have none.
   */
  openWork: (actor: Actor, userIds: readonly string[]) => Promise<Blocker[]>;
};

@Injectable()
export class StaffFacts extends Registry<StaffFactSource> {
  async openWork(actor: Actor, userIds: readonly string[]): Promise<Blocker[]> {
    const found: Blocker[] = [];
    for (const source of this.sources) found.push(...(await source.openWork(actor, userIds)));
    // A list shows the work of one person, so there is none to link to for several.
    return userIds.length === 1 ? found : found.map(({ name, count }) => ({ name, count }));
  }
}

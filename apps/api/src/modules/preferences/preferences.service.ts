import type { GridPreferences, Preferences } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { StaffPort } from '../staff/staff.port';

const MOST_GRIDS = 50;

/** How people like their screens: each reads and writes their own. */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly staff: StaffPort,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async get(actor: Actor): Promise<Preferences> {
    const account = await this.staff.account(actor.userId);
    if (!account) throw new DomainError('UNAUTHENTICATED');
    return { grids: account.preferences.grids ?? {} };
  }

  /** The last to write a list wins, and what was kept of the others stays; the one untouched the longest gives way. */
  setGrid(actor: Actor, grid: string, wished: GridPreferences): Promise<Preferences> {
    return this.unitOfWork.run(async () => {
      const { grids } = await this.get(actor);
      const others = Object.entries(grids).filter(([name]) => name !== grid);
      const kept = [...others, [grid, wished] as const].slice(-MOST_GRIDS);
      const preferences = { grids: Object.fromEntries(kept) };
      await this.staff.savePreferences(actor.userId, preferences);
      return preferences;
    });
  }
}

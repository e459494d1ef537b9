import type { DisplayPreferences, GridPreferences, Preferences } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { StaffPort } from '../staff/staff.port';

const MAX_GRIDS = 50;

/** Everyone reads and writes their own preferences. */
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

  async setDisplay(actor: Actor, display: DisplayPreferences): Promise<DisplayPreferences> {
    await this.staff.savePreferences(actor.userId, { display });
    return display;
  }

  /** The last write of a list wins; other lists stay. Beyond the limit, the list changed longest ago is dropped. */
  setGrid(actor: Actor, grid: string, changed: GridPreferences): Promise<Preferences> {
    return this.unitOfWork.run(async () => {
      const { grids } = await this.get(actor);
      const others = Object.entries(grids).filter(([name]) => name !== grid);
      const kept = [...others, [grid, changed] as const].slice(-MAX_GRIDS);
      const preferences = { grids: Object.fromEntries(kept) };
      await this.staff.savePreferences(actor.userId, preferences);
      return preferences;
    });
  }
}

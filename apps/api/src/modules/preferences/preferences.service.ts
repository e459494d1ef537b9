import {
  type DisplayPreferences,
  type DisplayPreferencesBody,
  DisplayPreferencesSchema,
  type GridPreferences,
  type GridPreferencesBody,
  MAX_PREFERENCES_BYTES,
  type Preferences,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
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
    const { grids = {} } = await this.staff.preferences(actor.userId);
    return { grids };
  }

  /** Needs no room of its own: it holds a few choices and one short address. */
  setDisplay(actor: Actor, changed: DisplayPreferencesBody): Promise<DisplayPreferences> {
    return this.unitOfWork.run(async () => {
      const stored = await this.staff.preferences(actor.userId);
      const display = DisplayPreferencesSchema.parse({ ...stored.display, ...changed });
      await this.staff.savePreferences(actor.userId, { display });
      return display;
    });
  }

  /**
   * The last write of a part of a list wins; other parts and lists stay. Beyond the limit of lists, the one changed
   * longest ago is dropped.
   * @throws DomainError PREFERENCES_TOO_LARGE on the field that takes most, where all lists together take more than 64 kB.
   */
  setGrid(actor: Actor, grid: string, changed: GridPreferencesBody): Promise<Preferences> {
    return this.unitOfWork.run(async () => {
      const { grids } = await this.get(actor);
      const stored = { hiddenColumns: [], views: [], ...grids[grid], ...changed };
      const others = Object.entries(grids).filter(([name]) => name !== grid);
      const kept = [...others, [grid, stored] as const].slice(-MAX_GRIDS);
      const preferences = { grids: Object.fromEntries(kept) };
      assertSmall(preferences, stored);
      await this.staff.savePreferences(actor.userId, preferences);
      return preferences;
    });
  }
}

function assertSmall(preferences: Preferences, { views, hiddenColumns }: GridPreferences): void {
  const bytes = sizeOf(preferences);
  if (bytes <= MAX_PREFERENCES_BYTES) return;
  const field = sizeOf(views) >= sizeOf(hiddenColumns) ? 'views' : 'hiddenColumns';
  const [taken, most] = [bytes, MAX_PREFERENCES_BYTES].map((size) => `${Math.ceil(size / 1024)} kB`);
  const message = `Your saved lists can take up ${most} in total and would take up ${taken}. Delete views you don't need.`;
  throw DomainError.onField('PREFERENCES_TOO_LARGE', field, message);
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

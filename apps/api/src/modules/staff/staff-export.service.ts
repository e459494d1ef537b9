import type { SheetFormat, StaffExportQuery } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { businessDay, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { staffSheet } from './staff-sheet';
import { UserRepository } from './user.repository';

const MAX_ROWS = 10_000;

/** The list as a file that an import can read. */
@Injectable()
export class StaffExportService {
  constructor(
    private readonly users: UserRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, { format, ...query }: StaffExportQuery): Promise<File> {
    const people = await this.users.first(actor.scope('staff.export'), query, MAX_ROWS);
    const ids = new Map(people.flatMap(({ laboratoryId: id }) => (id ? [[id.toHexString(), id] as const] : [])));
    const laboratories = await this.laboratories.findAll([...ids.values()]);
    const own = actor.laboratoryId === null ? null : await this.laboratories.find(actor.laboratoryId);
    const today = businessDay(this.clock.now(), own?.timezone ?? NETWORK_TIMEZONE);
    const rows = people.map((person) => {
      const { laboratoryId } = person;
      return { person, laboratory: laboratoryId ? laboratories.get(laboratoryId.toHexString()) : undefined };
    });
    return staffSheet.export(`staff-${today}`, format, rows);
  }

  template(format: SheetFormat): Promise<File> {
    return staffSheet.template('staff-import', format);
  }
}

import type { Leave, MonthClosing, MonthSheet } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { AttendanceBookRepository } from '../../src/modules/attendance/codes/attendance-book.repository';
import type { Person } from '../test-app';
import { AttendanceDesk, dataOf } from './attendance-desk';

export const MONTH = '2026-10';
/** Before the month. */
export const EARLIER = new Date('2026-09-01T00:00:00Z');
const path = '/api/attendance/month-sheet';

/** Early in November, when October can be closed. Anita came on the 28th, and has worked on two of its days. */
export class MonthDesk {
  private constructor(
    readonly desk: AttendanceDesk,
    readonly anita: Person,
  ) {}

  /** Absences are marked through the 27th; `desk.runJobs()` marks the others. */
  static async open(): Promise<MonthDesk> {
    const desk = await AttendanceDesk.open('2026-11-03 08:00');
    const anita = await desk.staff({ name: 'Anita', createdAt: EARLIER, joiningDate: '2026-10-28' });
    const books = desk.app.services.get(AttendanceBookRepository);
    await books.setMarkedThrough(desk.laboratory._id, '2026-10-27', EARLIER);
    await desk.worked(anita, '2026-10-28 09:00', '2026-10-28 18:00');
    await desk.worked(anita, '2026-10-29 09:00', '2026-10-29 18:00');
    desk.at('2026-11-03 08:00');
    return new MonthDesk(desk, anita);
  }

  sheet(viewer: Person = this.desk.admin, month = MONTH): Promise<MonthSheet> {
    return this.desk.read<MonthSheet>(viewer, `/month-sheet?month=${month}&laboratoryId=${this.desk.laboratory.id}`);
  }

  close(viewer: Person = this.desk.admin, body: object = {}) {
    const sent = { laboratoryId: this.desk.laboratory.id, month: MONTH, ...body };
    return this.desk.app.as(viewer).post(`${path}/close`).send(sent);
  }

  async closed(viewer?: Person): Promise<MonthClosing> {
    return dataOf<MonthClosing>(await this.close(viewer).expect(201));
  }

  reopen(viewer: Person, { _id, version }: Pick<MonthClosing, '_id' | 'version'>, reason = 'A day was missing') {
    return this.desk.app.as(viewer).put(`${path}/closings/${_id}/reopen`).send({ reason, version });
  }

  /** Casual leave of Anita. */
  async asked(from: string, to = from): Promise<Leave> {
    const body = { type: 'casual', from, to, reason: 'A wedding' };
    return dataOf<Leave>(await this.desk.app.as(this.anita).post('/api/attendance/leaves').send(body).expect(201));
  }

  decideLeave(viewer: Person, { _id }: Pick<Leave, '_id'>) {
    return this.desk.app.as(viewer).put(`/api/attendance/leaves/${_id}/approve`).send({ approved: true });
  }

  /** What a sheet says of Anita. */
  figuresOf({ lines }: MonthSheet) {
    return lines.find((line) => line.person._id === this.anita.id)?.figures;
  }

  get database(): Connection {
    return this.desk.app.services.get<Connection>(getConnectionToken());
  }
}

/** A day of work, for an entry or a correction. */
export const workedDay = (workDate: string, from = '09:00', to = '18:00') => ({
  workDate,
  segments: [{ in: `${workDate}T${from}`, out: `${workDate}T${to}` }],
  reason: 'The display was off',
});

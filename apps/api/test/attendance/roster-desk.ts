import type {
  CreateShiftTypeInput,
  PlannedRoster,
  RosterBoard,
  RosterCell,
  RosterValue,
  ShiftType,
} from '@shifa/contract';
import type { Person } from '../test-app';
import type { AttendanceDesk } from './attendance-desk';

type Cells = Record<string, RosterValue>;

/** What planners do with the roster of a desk's laboratory. */
export class RosterDesk {
  private codes = 0;

  constructor(
    readonly desk: AttendanceDesk,
    readonly planner: Person = desk.manager,
  ) {}

  post(path: string, body: object, person: Person = this.planner) {
    return this.desk.app.as(person).post(`/api/attendance/${path}`).send(body);
  }

  /** A shift from 06:00 to 14:00 unless another one is given. */
  shiftTypeBody(fields: Partial<CreateShiftTypeInput> = {}): CreateShiftTypeInput {
    const code =
      fields.code ?? `${LETTERS[Math.floor(this.codes / 26)] ?? 'Z'}${LETTERS[(this.codes += 1) % 26] ?? 'Z'}`;
    const times = { start: '06:00', end: '14:00', breakMinutes: 30 };
    return { laboratoryId: this.desk.laboratory.id, name: `Shift ${code}`, colour: 'teal', ...times, ...fields, code };
  }

  async shiftType(fields: Partial<CreateShiftTypeInput> = {}): Promise<ShiftType> {
    const answer = await this.post('shift-types', this.shiftTypeBody(fields)).expect(201);
    return (answer.body as { data: ShiftType }).data;
  }

  async board(from: string, to = from, person: Person = this.planner, others = ''): Promise<RosterBoard> {
    const query = `laboratoryId=${this.desk.laboratory.id}&from=${from}&to=${to}${others}`;
    return this.desk.read<RosterBoard>(person, `/roster?${query}`);
  }

  async rowOf(subject: { id: string }, from: string, to = from, person: Person = this.planner) {
    const { people } = await this.board(from, to, person);
    const row = people.find(({ person: { _id } }) => _id === subject.id);
    if (!row) throw new Error('The person is not on the board');
    return row;
  }

  async cell(subject: { id: string }, day: string, person: Person = this.planner): Promise<RosterCell | undefined> {
    const { cells } = await this.rowOf(subject, day, day, person);
    return cells.find((one) => one.day === day);
  }

  planBody(subjects: readonly { id: string }[], cells: Cells, version = 0) {
    const planned = Object.entries(cells).map(([day, shift]) => ({ day, shift, version }));
    return {
      laboratoryId: this.desk.laboratory.id,
      people: subjects.map(({ id }) => ({ userId: id, cells: planned })),
    };
  }

  /** Plans days that were never planned, or are at the given version. */
  async plan(subject: { id: string }, cells: Cells, version = 0): Promise<PlannedRoster> {
    const answer = await this.post('roster/cells', this.planBody([subject], cells, version)).expect(200);
    return (answer.body as { data: PlannedRoster }).data;
  }

  publish(from: string, to = from, person: Person = this.planner) {
    return this.post('roster/publish', { laboratoryId: this.desk.laboratory.id, from, to }, person);
  }

  async published(subject: { id: string }, cells: Cells): Promise<void> {
    await this.plan(subject, cells);
    const days = Object.keys(cells).toSorted();
    await this.publish(days[0] ?? '', days.at(-1)).expect(201);
  }
}

const LETTERS = 'ABCDEFGHIJKLMNPQRSTUVWXYZ';

import type { DayLeave, LeaveStatus, LeaveType } from '@shifa/contract';
import type { INestApplicationContext } from '@nestjs/common';
import { planOf as dayPlanOf } from '../../src/modules/attendance/days/calendar';
import { digestLeave, leaveDecisions, Leaves, newLeave } from '../../src/modules/attendance/leaves/leave';
import { countLeaveDays } from '../../src/modules/attendance/leaves/leave-days';
import type { Account } from '../../src/modules/staff/staff.port';
import { Decider } from '../../src/platform/decisions/decider';
import { LabScope } from '../../src/platform/domain/lab-scope';
import { UnitOfWork } from '../../src/platform/mongo/unit-of-work';
import { addDays, eachDay, instantAt } from '../../src/platform/time/business-day';
import { actorOf, type DemoLaboratory, demoLaboratories } from '../demo-laboratories';
import { demoChance } from '../demo-values';

type Wish = [type: LeaveType, reason: string, days: number];
/** @param start the first day, counted from today. */
type Plan = { wish: Wish; start: number; part?: DayLeave; status: LeaveStatus };

const PAST_DAYS = 88;
const FUTURE_DAYS = 26;
/** The staff of each laboratory whose leave is to come and undecided. */
const WAITING = 2;
/** The share of people who asked for none. */
const WITHOUT_LEAVE = 0.2;

/** What people ask for, in turn. */
const wishes: readonly Wish[] = [
  ['casual', 'A wedding in the family', 2],
  ['sick', 'Fever, advised to rest', 2],
  ['earned', 'A journey home', 5],
  ['casual', 'An appointment at the bank', 1],
  ['sick', 'A visit to the dentist', 1],
  ['unpaid', 'An examination at the university', 3],
  ['other', 'A hearing in court', 1],
  ['comp_off', 'For the work on the last holiday', 1],
];

/** What people of a first name ask for. */
const individual: Partial<Record<string, Plan>> = {
  Ishita: { wish: ['maternity', 'As advised by the doctor', 60], start: -20, status: 'approved' },
  Javed: { wish: ['paternity', 'The birth of a child', 8], start: -40, status: 'approved' },
  Bikash: { wish: ['earned', 'A journey home', 4], start: -2, status: 'approved' },
};

/** What people ask for whose leave is undecided, in turn. */
const undecided: readonly Wish[] = [
  ['earned', 'A pilgrimage', 2],
  ['casual', 'Moving house', 2],
];

const rejections = ['Two others of the team are away on these days', 'The audit takes place on these days'];

/** About forty leaves of the demo network, over the last three months and the next. */
export async function seedLeaves(app: INestApplicationContext): Promise<void> {
  let turn = 0;
  for (const one of await demoLaboratories(app)) {
    const others = one.people.filter(({ status, role }) => status === 'active' && role !== 'lab_admin');
    // Some people of each laboratory wait for an answer, so that those who decide have something to do.
    const staff = others.filter(({ role }) => role === 'staff');
    const waiting = [...staff.slice(0, WAITING), ...others.filter(({ role }) => role === 'manager')];
    for (const [index, person] of others.entries()) {
      const plan = waiting.includes(person) ? waitingPlan(person, index) : planOf(person, (turn += 1));
      if (plan) await request(app, person, one, plan);
    }
  }
}

async function request(app: INestApplicationContext, person: Account, one: DemoLaboratory, plan: Plan): Promise<void> {
  const { laboratory, admin, today } = one;
  const { wish, part = 'full', status } = plan;
  const [type, reason, days] = wish;
  const kindOn = (day: string) => dayPlanOf(day, person, laboratory, null).kind;
  const week = eachDay(addDays(today, plan.start), addDays(today, plan.start + 6));
  const from = week.find((day) => kindOn(day) === 'working') ?? today;
  const body = { type, reason, part, from, to: addDays(from, days - 1) };
  const years = countLeaveDays(body, person, { holidays: laboratory.holidays, kindOn });
  const askedOn = [addDays(from, -6), addDays(today, -1)].sort()[0] ?? today;
  if (askedOn < person.joiningDate || years.length === 0) return;
  const store = app.get(Leaves);
  await app.get(UnitOfWork).run(async () => {
    const now = instantAt(askedOn, '10:15', laboratory.timezone);
    const asked = newLeave(body, { person, laboratory, years, now });
    await store.records.createMany({ actor: actorOf(person) }, [asked]);
    const at = instantAt(askedOn, '15:40', laboratory.timezone);
    const write = (actor: Account, fields: Partial<typeof asked>, decider?: Decider) =>
      store.records.write(
        LabScope.everywhere(),
        asked,
        { status, ...fields },
        { actor: actorOf(actor), action: status, at, decider },
      );
    if (status === 'cancelled') {
      await write(person, { cancelledBy: { _id: person._id, name: person.name }, cancelledAt: at });
    } else if (status !== 'pending') {
      const context = store.toContext({ person, laboratory, author: null });
      const { decider } = Decider.judged(leaveDecisions, actorOf(admin), asked, context);
      const decisionReason = status === 'rejected' ? (rejections[days % rejections.length] ?? null) : null;
      const decided = {
        decidedBy: { _id: admin._id, name: admin.name },
        decidedAt: at,
        decidedContent: digestLeave(asked),
      };
      await write(admin, { ...decided, decisionReason }, decider);
    }
  });
}

/** Most leave in the past was approved, and half of that to come awaits a decision. */
function planOf({ name, email }: Account, turn: number): Plan | undefined {
  const own = individual[name.split(' ')[0] ?? ''];
  if (own) return own;
  const chance = demoChance(`leave ${email}`);
  const wish = wishes[turn % wishes.length];
  if (!wish || chance() < WITHOUT_LEAVE) return undefined;
  const start = Math.floor(chance() * (PAST_DAYS + FUTURE_DAYS)) - PAST_DAYS;
  const half = chance() < 0.5 ? 'first_half' : 'second_half';
  const part = wish[2] === 1 && chance() < 0.6 ? half : 'full';
  const decided = turn % 6 === 2 ? 'rejected' : turn % 6 === 5 ? 'cancelled' : 'approved';
  return { wish, start, part, status: start > 0 && chance() < 0.5 ? 'pending' : decided };
}

function waitingPlan({ email }: Account, index: number): Plan | undefined {
  const wish = undecided[index % undecided.length];
  const start = 3 + Math.floor(demoChance(`leave ${email}`)() * 18);
  return wish && { wish, start, status: 'pending' };
}

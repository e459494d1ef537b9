import type { DayLeave, LeaveStatus, LeaveType } from '@shifa/contract';
import type { INestApplicationContext } from '@nestjs/common';
import { planOf as dayPlanOf } from '../../src/modules/attendance/days/calendar';
import { countLeaveDays } from '../../src/modules/attendance/leaves/leave-days';
import { leaveDecisions, digestLeave, Leaves, newLeave } from '../../src/modules/attendance/leaves/leave';
import { type Account, toActor } from '../../src/modules/staff/staff.port';
import { Decider } from '../../src/platform/decisions/decider';
import { LabScope } from '../../src/platform/domain/lab-scope';
import { UnitOfWork } from '../../src/platform/mongo/unit-of-work';
import { addDays, instantAt } from '../../src/platform/time/business-day';
import { Clock } from '../../src/platform/time/clock';
import { type DemoLaboratory, demoLaboratories } from '../demo-laboratories';
import { demoChance } from '../demo-values';

type Plan = {
  type: LeaveType;
  reason: string;
  days: number;
  /** The first day, counted from today. */
  start: number;
  part: DayLeave;
  status: LeaveStatus;
};

const PAST_DAYS = 88;
const FUTURE_DAYS = 26;
/** The staff of each laboratory whose leave is to come and undecided. */
const WAITING = 2;
/** The share of people who asked for none. */
const WITHOUT_LEAVE = 0.2;

/** What people ask for, in turn. */
const kinds: readonly Pick<Plan, 'type' | 'reason' | 'days'>[] = [
  { type: 'casual', reason: 'A wedding in the family', days: 2 },
  { type: 'sick', reason: 'Fever, advised to rest', days: 2 },
  { type: 'earned', reason: 'A journey home', days: 5 },
  { type: 'casual', reason: 'An appointment at the bank', days: 1 },
  { type: 'sick', reason: 'A visit to the dentist', days: 1 },
  { type: 'unpaid', reason: 'An examination at the university', days: 3 },
  { type: 'other', reason: 'A hearing in court', days: 1 },
  { type: 'comp_off', reason: 'For the work on the last holiday', days: 1 },
];

/** What people of a first name ask for; it is approved. */
const individual: Partial<Record<string, Omit<Plan, 'part' | 'status'>>> = {
  Ishita: { type: 'maternity', reason: 'As advised by the doctor', days: 60, start: -20 },
  Javed: { type: 'paternity', reason: 'The birth of a child', days: 8, start: -40 },
  Bikash: { type: 'earned', reason: 'A journey home', days: 4, start: -2 },
};

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

async function request(
  app: INestApplicationContext,
  person: Account,
  { laboratory, admin, today }: DemoLaboratory,
  plan: Plan,
): Promise<void> {
  const { type, reason, part, status } = plan;
  const week = Array.from({ length: 7 }, (_, index) => addDays(today, plan.start + index));
  const kindOn = (day: string) => dayPlanOf(day, person, laboratory, null).kind;
  const from = week.find((day) => kindOn(day) === 'working') ?? today;
  const body = { type, reason, part, from, to: addDays(from, plan.days - 1) };
  const years = countLeaveDays(body, person, { holidays: laboratory.holidays, kindOn });
  const askedOn = [addDays(from, -6), addDays(today, -1)].sort()[0] ?? today;
  if (askedOn < person.joiningDate || years.length === 0) return;
  const store = app.get(Leaves);
  const actorOf = (account: Account) => toActor(account, { sessionId: '' }, app.get(Clock).now());
  await app.get(UnitOfWork).run(async () => {
    const now = instantAt(askedOn, '10:15', laboratory.timezone);
    const asked = newLeave(body, { person, laboratory, years, now });
    await store.records.createMany({ actor: actorOf(person) }, [asked]);
    if (status === 'pending') return;
    const at = instantAt(askedOn, '15:40', laboratory.timezone);
    const isOwn = status === 'cancelled';
    const reasonGiven = status === 'rejected' ? (rejections[plan.days % rejections.length] ?? null) : null;
    const decision = {
      decidedBy: { _id: admin._id, name: admin.name },
      decidedAt: at,
      decisionReason: reasonGiven,
      decidedContent: digestLeave(asked),
    };
    const context = store.toContext({ person, laboratory, author: null });
    const { decider } = Decider.judged(leaveDecisions, actorOf(admin), asked, context);
    if (!isOwn && !decider) return;
    const write = { actor: actorOf(isOwn ? person : admin), action: status, at, decider };
    const cancellation = { cancelledBy: { _id: person._id, name: person.name }, cancelledAt: at };
    const fields = isOwn ? cancellation : decision;
    await store.records.write(LabScope.everywhere(), asked, { status, ...fields }, write);
  });
}

/** Most leave in the past was approved, and half of that to come awaits a decision. */
function planOf({ name, email }: Account, turn: number): Plan | undefined {
  const own = individual[name.split(' ')[0] ?? ''];
  if (own) return { ...own, part: 'full', status: 'approved' };
  const chance = demoChance(`leave ${email}`);
  const kind = kinds[turn % kinds.length];
  if (!kind || chance() < WITHOUT_LEAVE) return undefined;
  const start = Math.floor(chance() * (PAST_DAYS + FUTURE_DAYS)) - PAST_DAYS;
  const half = chance() < 0.5 ? 'first_half' : 'second_half';
  const part = kind.days === 1 && chance() < 0.6 ? half : 'full';
  const decided = turn % 6 === 2 ? 'rejected' : turn % 6 === 5 ? 'cancelled' : 'approved';
  return { ...kind, start, part, status: start > 0 && chance() < 0.5 ? 'pending' : decided };
}

function waitingPlan({ email }: Account, index: number): Plan {
  const start = 3 + Math.floor(demoChance(`leave ${email}`)() * 18);
  const wish =
    index % 2 === 0
      ? ({ type: 'earned', reason: 'A pilgrimage' } as const)
      : ({ type: 'casual', reason: 'Moving house' } as const);
  return { ...wish, days: 2, start, part: 'full', status: 'pending' };
}

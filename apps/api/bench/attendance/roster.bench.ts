import 'reflect-metadata';
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { addDays, businessDay, eachDay, NETWORK_TIMEZONE } from '../../src/platform/time/business-day';
import { addPeople, print, runBench, startBenchApp } from '../bench-app';

const PEOPLE = 200;
const ROUNDS = 5;

/** The roster of 200 people: 6,200 days are planned and shown, and 5,000 person-days are published at once. */
async function bench(): Promise<void> {
  const { client, listen, remove } = await startBenchApp();
  const { laboratories } = await addPeople(client, 'Rostered', { laboratories: 1, people: PEOPLE });
  const [laboratoryId = ''] = laboratories;
  await client
    .db()
    .collection('users')
    .updateMany({}, { $set: { joiningDate: '2020-01-01' } });
  const { url, headers } = await listen();
  const send = async <Data>(path: string, body?: object): Promise<Data> => {
    const answer = await fetch(`${url}/api/attendance/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 300)}`);
    return (JSON.parse(text) as { data: Data }).data;
  };
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  const middle = (times: number[]) => (times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0).toFixed(0);

  const type = { laboratoryId, name: 'Morning', code: 'M', colour: 'teal', start: '06:00', end: '14:00' };
  const { _id: morning } = await send<{ _id: string }>('shift-types', type);
  const today = businessDay(new Date(), NETWORK_TIMEZONE);
  const times: Record<'planned' | 'shown' | 'published', number[]> = { planned: [], shown: [], published: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each round has days of its own, and publishes 25 of its 31.
    const first = addDays(today, 7 + round * 31);
    const days = eachDay(first, addDays(first, 30));
    const board = `roster?laboratoryId=${laboratoryId}&from=${first}&to=${days.at(-1) ?? first}`;
    const { people } = await send<{ people: { person: { _id: string } }[] }>(board);
    const cells = days.map((day) => ({ day, shift: morning, version: 0 }));
    const body = { laboratoryId, people: people.map(({ person }) => ({ userId: person._id, cells })) };
    times.planned.push(await timed(() => send('roster/cells', body)));
    times.shown.push(await timed(() => send(board)));
    const publication = { laboratoryId, from: first, to: days[24] ?? first };
    times.published.push(await timed(() => send('roster/publish', publication)));
  }
  print(`${PEOPLE * 31} days planned: ${middle(times.planned)} ms, shown: ${middle(times.shown)} ms`);
  print(`${PEOPLE * 25} person-days published: ${middle(times.published)} ms`);
  print(
    `load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );
  await remove();
}

runBench(bench);

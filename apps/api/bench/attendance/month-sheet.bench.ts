import 'reflect-metadata';
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { mongo } from 'mongoose';
import { AttendanceJobs } from '../../src/modules/attendance/attendance-jobs';
import { addDays, businessDay, eachDay, monthOf, NETWORK_TIMEZONE } from '../../src/platform/time/business-day';
import { addPeople, filled, print, runBench, startBenchApp } from '../bench-app';

const LABORATORIES = 10;
const PEOPLE = 5_000;
const READS = 15;

/** Nobody of 5,000 people came yesterday; and the last month of one laboratory with 500 people goes to payroll. */
async function bench(): Promise<void> {
  const { app, client, listen, remove } = await startBenchApp();
  const database = client.db();
  const { laboratories } = await addPeople(client, 'Absent', { laboratories: LABORATORIES, people: PEOPLE });
  const ids = laboratories.map((id) => new mongo.ObjectId(id));
  const today = businessDay(new Date(), NETWORK_TIMEZONE);
  const yesterday = addDays(today, -1);
  const shift = { start: '09:00', end: '18:00', breakMinutes: 60, weekdays: [0, 1, 2, 3, 4, 5, 6] };
  const thresholds = { graceLateMinutes: null, halfDayBelowMinutes: null, overtimeAfterMinutes: null };
  const people = database.collection('users');
  const employed = { joiningDate: '2020-01-01', createdAt: new Date('2020-01-01'), shift: { ...shift, ...thresholds } };
  await people.updateMany({ laboratoryId: { $in: ids } }, { $set: employed });
  await database.collection('laboratories').updateMany({ _id: { $in: ids } }, { $set: { holidays: [] } });
  const now = new Date();
  const book = { secret: 'benchmark', version: 1, createdAt: now, updatedAt: now };
  await database
    .collection('attendance_books')
    .insertMany(ids.map((laboratoryId) => ({ laboratoryId, markedThrough: addDays(today, -2), ...book })));

  const attendance = database.collection('attendance');
  const jobs = app.get(AttendanceJobs, { strict: false });
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  const first = await timed(() => jobs.run());
  const marked = await attendance.countDocuments({ laboratoryId: { $in: ids }, workDate: yesterday, status: 'absent' });
  const again = await timed(() => jobs.run());
  print(
    `${marked} absences of ${PEOPLE} people marked in ${(first / 1000).toFixed(1)} s; again ${again.toFixed(0)} ms`,
  );

  const month = addDays(monthOf(today).from, -1).slice(0, 7);
  const { from, to } = monthOf(`${month}-01`);
  const [sample] = await attendance.find({ laboratoryId: ids[0], workDate: yesterday }).limit(1).toArray();
  const staff = await people.find({ laboratoryId: ids[0] }).toArray();
  await filled(attendance, async () => {
    for (const workDate of eachDay(from, to)) {
      await attendance.insertMany(
        staff.map(({ _id: userId }, index) => ({
          ...sample,
          _id: new mongo.ObjectId(),
          userId,
          workDate,
          status: index % 7 === 0 ? 'late' : 'present',
          lateMinutes: index % 7 === 0 ? 25 : 0,
        })),
      );
    }
  });
  const { url, headers } = await listen();
  const path = `${url}/api/attendance/month-sheet`;
  const query = `laboratoryId=${String(ids[0])}&month=${month}`;
  const read = async (address: string) => {
    const answer = await fetch(address, { headers });
    const bytes = await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${answer.status} ${Buffer.from(bytes).toString().slice(0, 300)}`);
    return bytes.byteLength;
  };
  const middle = async (address: string) => {
    const times: number[] = [];
    for (let index = 0; index < READS; index += 1) times.push(await timed(() => read(address)));
    return (times.toSorted((a, b) => a - b)[Math.floor(READS / 2)] ?? 0).toFixed(0);
  };
  const size = await read(`${path}?${query}`);
  print(
    `month sheet of ${staff.length} people, ${(size / 1024).toFixed(0)} kB: ${await middle(`${path}?${query}`)} ms`,
  );
  const close = async () => {
    const body = JSON.stringify({ laboratoryId: String(ids[0]), month });
    const send = { ...headers, 'content-type': 'application/json', 'idempotency-key': 'benchmark-of-closing' };
    const answer = await fetch(`${path}/close`, { method: 'POST', headers: send, body });
    if (!answer.ok) throw new Error(await answer.text());
  };
  print(`closed in ${(await timed(close)).toFixed(0)} ms, then with its drift: ${await middle(`${path}?${query}`)} ms`);
  for (const format of ['xlsx', 'csv']) {
    print(`as ${format}: ${await middle(`${path}/export?${query}&format=${format}`)} ms`);
  }
  print(
    `load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );
  await remove();
  if (marked !== PEOPLE) throw new Error('Somebody is not marked absent');
}

runBench(bench);

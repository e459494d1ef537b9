import { Cron, Interval } from '@nestjs/schedule';
import { observed } from './observed';

/**
 * Runs a method by a schedule, under a name by which metrics and traces know it.
 * @param schedule a cron expression with seconds, in the time zone of the server, or the time between two runs.
 */
export function Job(name: string, schedule: string | { everyMs: number }) {
  return <Result>(target: object, key: string, descriptor: TypedPropertyDescriptor<() => Promise<Result>>): void => {
    const run = descriptor.value as () => Promise<Result>;
    descriptor.value = function (this: unknown) {
      return observed('job', name, () => run.call(this));
    };
    const scheduled = typeof schedule === 'string' ? Cron(schedule) : Interval(schedule.everyMs);
    scheduled(target, key, descriptor);
  };
}

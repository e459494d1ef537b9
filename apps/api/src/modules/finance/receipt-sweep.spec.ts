import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { FileRepository } from '../../platform/files/file.repository';
import { Locks } from '../../platform/mongo/locks';
import { Clock } from '../../platform/time/clock';
import { ReceiptSweep } from './receipts';
import { EntryRepository } from './entry/entry.repository';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const hold = jest.fn();

@Module({
  imports: [ScheduleModule.forRoot()],
  providers: [
    ReceiptSweep,
    Clock,
    { provide: FileRepository, useValue: {} },
    { provide: EntryRepository, useValue: {} },
    { provide: Locks, useValue: { hold } },
  ],
})
class SweepModule {}

describe('sweeping receipts', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('runs a minute after the start and daily, under a lock, even after a failure, and not after the end', async () => {
    hold.mockRejectedValueOnce(new Error('unreachable')).mockResolvedValue(0);
    const app = await NestFactory.createApplicationContext(SweepModule);
    await jest.advanceTimersByTimeAsync(MINUTE - 1);
    expect(hold).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(hold.mock.calls).toEqual([['receipt-sweep', expect.any(Function)]]);
    await jest.advanceTimersByTimeAsync(2 * DAY);
    expect(hold).toHaveBeenCalledTimes(3);
    await app.close();
    await jest.advanceTimersByTimeAsync(2 * DAY);
    expect(hold).toHaveBeenCalledTimes(3);
  });
});

import { financialYearOf, laterOf, transactionNo } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { eventKind } from '../../../platform/events/domain-events';
import { NETWORK_DOCUMENT_ID } from '../../../platform/mongo/network-document';
import { type ObjectId, objectId } from '../../../platform/domain/object-id';
import { readOnce, UnitOfWork } from '../../../platform/mongo/unit-of-work';
import type { EntityChanged } from '../../../platform/records/records';
import { BookRepository, type BookRow, PeriodCloseRepository, type PeriodCloseRow } from './book.repository';

/** Keeps apart what writes to the books of a laboratory. */
export const FINANCE_LOCK = 'finance';

const CLOSED_DAYS = 'closedDays';
/** What a transaction knows of one laboratory once it has written to its book. */
const closedThroughKey = (laboratoryId: string) => `closedThrough:${laboratoryId}`;
/** Raised within the transaction that closes or reopens a period. */
export const periodsChanged = eventKind<EntityChanged<PeriodCloseRow>>('period-lock.changed');

/** The last closed days of the network and of the laboratories that were closed by themselves. */
export class ClosedDays {
  /** @param own by the id of the laboratory */
  constructor(
    readonly ofNetwork: string | null,
    readonly own: ReadonlyMap<string, string | null> = new Map(),
  ) {}

  /** The later one of the laboratory's own and the network's, which alone applies to a person without a laboratory. */
  of(laboratoryId: string | null): string | null {
    return laterOf(this.ofNetwork, this.own.get(laboratoryId ?? '') ?? null);
  }
}

/** The books of laboratories: the numbers of their entries, and the days through which they are closed. */
@Injectable()
export class Books {
  constructor(
    private readonly periods: PeriodCloseRepository,
    private readonly books: BookRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The last closed days of all laboratories. */
  async closedDays(): Promise<ClosedDays> {
    return readOnce(periodsChanged, CLOSED_DAYS, async () => {
      const rows = await this.periods.all();
      const own = rows.filter(({ _id }) => !isOfNetwork(_id));
      return new ClosedDays(
        rows.find(({ _id }) => isOfNetwork(_id))?.lockedThrough ?? null,
        new Map(own.map(({ _id, lockedThrough }) => [_id.toHexString(), lockedThrough])),
      );
    });
  }

  /** The last closed day of a laboratory, `YYYY-MM-DD`: the later one of its own and the network's; null if all are open. */
  async closedThrough(laboratoryId: string): Promise<string | null> {
    return readOnce(periodsChanged, closedThroughKey(laboratoryId), async () =>
      (await this.closedDays()).of(laboratoryId),
    );
  }

  /** Takes a number for each date, in the same order. A rollback returns the numbers, so that there are no gaps. */
  async takeNumbers({ _id, code }: { _id: ObjectId; code: string }, dates: readonly string[]): Promise<string[]> {
    const counts = new Map<string, number>();
    for (const year of dates.map(financialYearOf)) counts.set(year, (counts.get(year) ?? 0) + 1);
    const last = await this.countUp(_id.toHexString(), counts);
    const next = new Map([...counts].map(([year, count]) => [year, (last[year] ?? 0) - count + 1]));
    return dates.map((date) => {
      const year = financialYearOf(date);
      const number = next.get(year) ?? 1;
      next.set(year, number + 1);
      return transactionNo(code, date, number);
    });
  }

  /** Closes the books of a laboratory or, without one, of the network through a day. */
  async close(laboratoryId: ObjectId | null, through: string | null, now: Date): Promise<void> {
    const id = laboratoryId?.toHexString();
    if (laboratoryId && id !== undefined) {
      if (!(await this.periods.of(id))) await this.periods.insertFirstInLaboratory(laboratoryId, now);
    } else if (!(await this.periods.get())) await this.periods.insertFirst({ lockedThrough: null }, now);
    if (id !== undefined) return this.books.close(id, through);
    this.unitOfWork.lock(FINANCE_LOCK, await this.books.laboratoryIds());
    await this.books.closeAll(through);
  }

  /**
   * Takes numbers of financial years from the book of a laboratory. Laboratories do not wait for each other, apart from
   * the first entry of each.
   * @returns the last number taken of each year.
   */
  private async countUp(laboratoryId: string, numbers: ReadonlyMap<string, number>): Promise<BookRow['numbers']> {
    const book = (await this.books.takeNumbers(laboratoryId, numbers)) ?? (await this.openBook(laboratoryId, numbers));
    // The book says what is closed, so that the transaction need not read it.
    await readOnce(periodsChanged, closedThroughKey(laboratoryId), () =>
      Promise.resolve(laterOf(book.closedThrough, book.ownClosedThrough ?? null)),
    );
    return book.numbers;
  }

  private async openBook(laboratoryId: string, numbers: ReadonlyMap<string, number>): Promise<BookRow> {
    // A transaction that closes a period of the network does not see the new book.
    this.unitOfWork.lock(FINANCE_LOCK, NETWORK_DOCUMENT_ID);
    const { ofNetwork: closedThrough, own } = await this.closedDays();
    const book = {
      _id: objectId(laboratoryId),
      numbers: Object.fromEntries(numbers),
      closedThrough,
      ownClosedThrough: own.get(laboratoryId) ?? null,
    };
    await this.books.insert(book);
    return book;
  }
}

/** Whether a closing date applies to the network and not to one laboratory. */
export function isOfNetwork(id: ObjectId): boolean {
  return id.toHexString() === NETWORK_DOCUMENT_ID;
}

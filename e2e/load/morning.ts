import { setTimeout as elapsed } from 'node:timers/promises';
import { nameOf } from './acknowledged.js';
import type { Client } from './client.js';
import type { Laboratory, Person, Population } from './population.js';

type Item = { _id: string };
type Entry = { _id: string };

/** What each laboratory has before the morning begins. */
const ITEMS = 3;
const EARLIER_ENTRIES = 5;
/** What each manager and each administrator does. */
const MOVEMENTS = 6;
const ENTRIES = 5;
const APPROVALS = 2;
/** A pause between two actions of a person, at most, in a morning of four minutes. */
const PAUSE = 1 / 60;
const REPORTS_PER_HEAD = 2;
/** The share of the morning in which people arrive. */
const ARRIVING = 0.85;

/**
 * People come to work: they look at their day and clock in; managers look after the stock, administrators after the
 * money, and head office reads figures. Everyone acts when their time has come, however slow the answers are.
 */
export class Morning {
  /** Items by laboratory, known after `prepare`. */
  private readonly items = new Map<Laboratory, Item[]>();
  private number = 0;

  constructor(
    private readonly population: Population,
    private readonly client: Client,
    private readonly seconds: number,
    /** Told of each stock movement before it is sent and with the item that it led to. */
    private readonly moved: (itemId: string) => void = () => undefined,
  ) {}

  /**
   * Gives each laboratory items and entries, through the product.
   * @param client not the one that is measured.
   */
  async prepare(client: Client): Promise<void> {
    const waiting = [...this.population.laboratories];
    const prepareNext = async (): Promise<void> => {
      for (let laboratory = waiting.pop(); laboratory; laboratory = waiting.pop())
        await this.supply(client, laboratory);
    };
    await Promise.all(Array.from({ length: 8 }, prepareNext));
  }

  /** @param round distinguishes mornings on the same data; people clock in only in the first one. */
  async run(round = 0): Promise<void> {
    const people = this.population.laboratories.flatMap((laboratory) => [
      ...laboratory.staff.map((person) => () => this.attend(person, round)),
      ...laboratory.managers.map((person) => () => this.manage(person, laboratory, round)),
      ...laboratory.admins.map((person, index) => () => this.administer(person, laboratory, index, round)),
    ]);
    const heads = this.population.heads.map((head) => () => this.oversee(head));
    await Promise.all([...people, ...heads].map((day) => this.arriving().then(day)));
  }

  /** Evenly, because the morning is a peak as it is. */
  private async arriving(): Promise<void> {
    await elapsed(Math.random() * ARRIVING * this.seconds * 1_000);
  }

  private async pause(): Promise<void> {
    await elapsed(Math.random() * PAUSE * this.seconds * 1_000);
  }

  private async attend(person: Person, round: number): Promise<void> {
    await this.read(person, 'who I am', '/auth/me');
    await this.pause();
    await this.read(person, 'the clock', '/attendance/clock');
    if (round === 0) await this.clockIn(person);
    await this.pause();
    await this.read(person, 'notifications', '/notifications?limit=20');
  }

  private async manage(person: Person, laboratory: Laboratory, round: number): Promise<void> {
    await this.open(person, round);
    await this.read(person, 'who is at work', '/attendance/board?limit=50');
    for (let movement = 0; movement < MOVEMENTS; movement += 1) {
      await this.pause();
      await this.read(person, 'the list of items', '/inventory?limit=20');
      await this.receive(person, laboratory, movement);
    }
  }

  private async administer(person: Person, laboratory: Laboratory, index: number, round: number): Promise<void> {
    await this.open(person, round);
    for (let count = 0; count < ENTRIES; count += 1) {
      await this.pause();
      await this.read(person, 'the list of entries', '/transactions?limit=20');
      const entry = await this.enter(person, laboratory);
      // The colleague approves, because no one approves their own entries.
      const colleague = laboratory.admins[1 - index];
      if (entry && colleague && count < APPROVALS) await this.approve(colleague, entry);
    }
    await this.read(person, 'statistics of the money', '/transactions/stats');
    await this.read(person, 'the list of people', '/staff?limit=20');
  }

  private async oversee(person: Person): Promise<void> {
    for (let report = 0; report < REPORTS_PER_HEAD; report += 1) {
      await this.read(person, 'the dashboard of the network', '/dashboard');
      await this.pause();
      await this.read(person, 'a search for people', '/staff?limit=20&search=staff%201');
      await this.pause();
      const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' }).format(new Date());
      const period = { from: `${today.slice(0, 8)}01`, to: today };
      const body = { kind: 'financial', ...period };
      await this.client.send(person, { what: 'a report', path: '/reports/generate-excel', method: 'POST', body });
    }
  }

  private async open(person: Person, round: number): Promise<void> {
    await this.read(person, 'who I am', '/auth/me');
    await this.read(person, 'the dashboard', '/dashboard');
    if (round === 0) await this.clockIn(person);
  }

  private async clockIn(person: Person): Promise<void> {
    const request = { what: 'a clock-in', path: '/attendance/clock-in', method: 'POST', body: {} } as const;
    await this.client.send(person, request, nameOf.clockIn(person.id));
  }

  private async enter(
    person: Person,
    { id: laboratoryId }: Laboratory,
    client = this.client,
  ): Promise<Entry | undefined> {
    const description = nameOf.entry((this.number += 1));
    const amountPaise = 100 + Math.floor(Math.random() * 100_000);
    const money = { type: 'income', category: 'test_fees', paymentMethod: 'cash', amountPaise };
    const body = { ...money, laboratoryId, description, confirmDuplicate: true };
    return client.send(person, { what: 'an entry', path: '/transactions', method: 'POST', body }, description);
  }

  private async approve(person: Person, { _id }: Entry): Promise<void> {
    const path = `/transactions/${_id}/approve`;
    await this.client.send(person, { what: 'an approval', path, method: 'PUT', body: { approved: true } });
  }

  private async receive(person: Person, laboratory: Laboratory, movement: number): Promise<void> {
    const items = this.items.get(laboratory) ?? [];
    const id = items[movement % items.length]?._id ?? '';
    const reason = nameOf.movement((this.number += 1));
    const body = { type: 'in', quantity: 1, expiryDate: '2099-12-31', reason };
    this.moved(id);
    await this.client.send(
      person,
      { what: 'a stock movement', path: `/inventory/${id}/stock`, method: 'PUT', body },
      reason,
    );
  }

  private async supply(client: Client, laboratory: Laboratory): Promise<void> {
    const [admin] = laboratory.admins;
    if (!admin) return;
    const items: Item[] = [];
    for (let index = 0; index < ITEMS; index += 1) {
      const body = {
        laboratoryId: laboratory.id,
        name: `Reagent ${index}`,
        category: 'reagent',
        unit: 'bottle',
        minQuantity: 5,
      };
      const item = await client.send<Item>(admin, {
        what: 'an item',
        path: '/inventory',
        method: 'POST',
        body,
      });
      if (item) items.push(item);
    }
    this.items.set(laboratory, items);
    for (let index = 0; index < EARLIER_ENTRIES; index += 1) await this.enter(admin, laboratory, client);
  }

  private async read(person: Person, what: string, path: string): Promise<void> {
    await this.client.send(person, { what, path });
  }
}

import type { LaboratoryLedgers, Ledger, LedgerBody, Page, Verification } from '@shifa/contract';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { AuditLog } from '../../../platform/audit/audit-log';
import { declareAudited } from '../../../platform/audit/audited-fields';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import type { Chain } from '../../../platform/ledger/ledger-link.repository';
import { type Head, LedgerVerification } from '../../../platform/ledger/ledger-verification';
import { Ledgers, toSeal } from '../../../platform/ledger/ledgers';
import { newId, type ObjectId } from '../../../platform/domain/object-id';
import { Realtime } from '../../../platform/realtime/realtime';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, toLaboratoryName } from '../../laboratories/laboratories.port';
import type { VerificationRow } from './verification.document';
import { VerificationRepository } from './verification.repository';

/** Progress is stored and announced at most once per interval. */
const PROGRESS_MS = 500;

type Run = { chain: Chain; runId: ObjectId; head: Head | null; known: Head | null; actor: Actor };

declareAudited('ledger', { permission: 'settings.audit', fields: { ledger: true, outcome: true, broken: true } });

/** The ledgers within the scope of the reader, and their verifications, one at a time for each chain. */
@Injectable()
export class LedgerService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(LedgerService.name);
  /** The verifications that run in this process. */
  private readonly runs = new Map<AbortController, Promise<void>>();

  constructor(
    private readonly ledgers: Ledgers,
    private readonly verification: LedgerVerification,
    private readonly verifications: VerificationRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly audit: AuditLog,
    private readonly realtime: Realtime,
    private readonly clock: Clock,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    for (const stop of this.runs.keys()) stop.abort();
    await this.settled();
  }

  /** Once no verification is under way in this process. */
  async settled(): Promise<void> {
    await Promise.all(this.runs.values());
  }

  async list(actor: Actor, { page, limit }: { page: number; limit: number }): Promise<Page<LaboratoryLedgers>> {
    const all = await this.laboratories.listInScope(actor.scope('settings.audit'));
    const shown = all.toSorted((a, b) => a.name.localeCompare(b.name)).slice((page - 1) * limit, page * limit);
    const listChains = (laboratoryId: ObjectId) =>
      this.ledgers.all.map(({ name: ledger }) => ({ ledger, laboratoryId }));
    const presented = await this.present(shown.flatMap(({ _id }) => listChains(_id)));
    const items = shown.map((laboratory, index) => {
      const count = this.ledgers.all.length;
      const ledgers = presented.slice(index * count, (index + 1) * count);
      return { laboratory: toLaboratoryName(laboratory), ledgers };
    });
    return { items, total: all.length };
  }

  /** @throws DomainError LABORATORY_NOT_FOUND outside the scope, VERIFICATION_RUNNING. */
  async verify(actor: Actor, body: LedgerBody): Promise<Ledger> {
    const chain = await this.getChain(actor, body);
    const head = await this.ledgers.head(chain);
    const by = actor.person;
    const run = { runId: newId(), by, links: head?.seq ?? 0, startedAt: this.clock.now() };
    if (!(await this.verifications.start(chain, run))) throw new DomainError('VERIFICATION_RUNNING');
    const { known = null } = (await this.findState(chain)) ?? {};
    const presented = await this.presentOne(chain);
    const stop = new AbortController();
    const work = this.work({ chain, runId: run.runId, head, known, actor }, stop).finally(() => this.runs.delete(stop));
    this.runs.set(stop, work);
    return presented;
  }

  /** @throws DomainError LABORATORY_NOT_FOUND outside the scope. */
  async cancel(actor: Actor, body: LedgerBody): Promise<Ledger> {
    const chain = await this.getChain(actor, body);
    await this.verifications.cancel(chain);
    return this.presentOne(chain);
  }

  /** Never fails: the person who started it has their answer already. */
  private async work(run: Run, stop: AbortController): Promise<void> {
    const { chain, head, known } = run;
    const progress = this.trackProgress(run, stop);
    try {
      const ledger = this.ledgers.get(chain.ledger);
      if (!ledger) throw new Error(`The ledger ${chain.ledger} isn't registered`);
      const options = { head, known, signal: stop.signal, onProgress: progress.onProgress };
      const broken = await this.verification.run(ledger, chain.laboratoryId, options);
      const intact = { status: 'intact', broken, known: head ? { seq: head.seq, hash: head.hash } : known } as const;
      await this.finish(run, progress, broken ? { status: 'broken', broken } : intact);
    } catch (error) {
      const status = stop.signal.aborted ? 'cancelled' : 'failed';
      if (status === 'failed') this.logger.error(error);
      await this.finish(run, progress, { status, broken: null }).catch((fault: unknown) => {
        this.logger.error(fault, "The outcome of a verification wasn't stored");
      });
    }
  }

  private async finish(
    { chain, runId, actor }: Run,
    progress: ReturnType<LedgerService['trackProgress']>,
    outcome: Pick<VerificationRow, 'status' | 'broken'> & { known?: Head | null },
  ): Promise<void> {
    const counts = await progress.settled();
    await this.verifications.finish(runId, { ...outcome, ...counts }, this.clock.now());
    const { status, broken } = outcome;
    await this.audit.record({
      actor,
      action: 'ledger.verified',
      entity: 'ledger',
      entityId: (await this.findState(chain))?._id ?? runId,
      laboratoryId: chain.laboratoryId,
      before: null,
      after: { ledger: chain.ledger, outcome: status, ...(broken && { broken }) },
    });
    progress.announce(status);
  }

  private trackProgress({ chain, runId }: Run, stop: AbortController) {
    let [last, counts] = [0, { done: 0, total: 0 }];
    let storing: Promise<void> = Promise.resolve();
    const announce = (status: Verification['status']) => {
      const laboratoryId = chain.laboratoryId.toHexString();
      const payload = { ledger: chain.ledger, laboratoryId, status, ...counts, at: this.clock.now().toISOString() };
      this.realtime.toHolders('settings.audit', laboratoryId, 'ledger:progress', payload);
    };
    const store = async () => {
      const isToGoOn = await this.verifications.progress(runId, counts, this.clock.now());
      if (!isToGoOn) stop.abort();
    };
    return {
      announce,
      onProgress: (done: number, total: number) => {
        counts = { done, total };
        const now = performance.now();
        if (now - last < PROGRESS_MS) return;
        last = now;
        announce('running');
        storing = storing.then(store).catch((error: unknown) => {
          this.logger.error(error);
        });
      },
      /** Once nothing of it is on its way to the database. */
      settled: async () => {
        await storing;
        return counts;
      },
    };
  }

  private async getChain(actor: Actor, { ledger, laboratoryId }: LedgerBody): Promise<Chain> {
    const { _id } = await this.laboratories.getInScope(actor.scope('settings.audit'), laboratoryId);
    return { ledger, laboratoryId: _id };
  }

  private async findState(chain: Chain): Promise<VerificationRow | null> {
    const [state = null] = await this.verifications.of([chain]);
    return state;
  }

  private async presentOne(chain: Chain): Promise<Ledger> {
    return (await this.present([chain]))[0] as Ledger;
  }

  /** Each head is one read of an index; the states are one query. */
  private async present(chains: readonly Chain[]): Promise<Ledger[]> {
    const states = await this.verifications.of(chains);
    const heads = await Promise.all(chains.map((chain) => this.ledgers.head(chain)));
    return chains.map(({ ledger, laboratoryId }, index) => {
      const state = states.find((one) => one.ledger === ledger && one.laboratoryId.equals(laboratoryId));
      const head = heads[index];
      return { ledger, head: head ? toSeal(head) : null, verification: state ? toVerification(state) : null };
    });
  }
}

function toVerification(row: VerificationRow): Verification {
  const { status, by, startedAt, finishedAt, done, total, links, broken } = row;
  const instants = { startedAt: startedAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null };
  return { status, by: by.name, ...instants, done, total, links, broken };
}

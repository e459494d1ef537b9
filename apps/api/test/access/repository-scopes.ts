import { ModulesContainer } from '@nestjs/core';
import { PublicationRepository } from '../../src/modules/attendance/rosters/publication.repository';
import { RosterCellRepository } from '../../src/modules/attendance/rosters/roster.repository';
import { BillRepository } from '../../src/modules/finance/bills/bill.repository';
import { LedgerTotalsRepository } from '../../src/modules/finance/totals/ledger-totals.repository';
import { PartyTotalsRepository } from '../../src/modules/finance/totals/party-totals.repository';
import type { LabScope } from '../../src/platform/domain/lab-scope';
import { ScopedRepository, type Stored } from '../../src/platform/mongo/scoped-repository';
import type { AccessWorld } from './access-world';
import { replaceProperty } from './replace-property';
import { guarded, type NamedRoute } from './routes';

type Repository = ScopedRepository<Stored>;
type Within = (scope: LabScope, filter: object) => object;

/**
 * Repositories whose scope no answer shows. Days and publications of a roster, and bills, are only read of what was
 * read within the scope before. Totals are numbers that name no one; `statistics.http.spec` and
 * `party-totals.http.spec` compare them.
 */
const notShown: readonly unknown[] = [
  RosterCellRepository,
  PublicationRepository,
  BillRepository,
  LedgerTotalsRepository,
  PartyTotalsRepository,
];

/** The repositories with a scope, and the routes that were seen to use the scope of each. */
export class RepositoryScopes {
  /** The route that is being called: it uses the scopes that are asked for meanwhile. */
  current: NamedRoute | undefined;
  /** Every repository of the application, so that new ones are included. */
  readonly all: readonly Repository[];
  private readonly users: ReadonlyMap<Repository, Set<NamedRoute>>;
  private readonly restores: readonly (() => void)[];

  /** Records from now on. */
  constructor({ app }: AccessWorld) {
    const modules = [...app.services.get(ModulesContainer).values()];
    const providers = modules.flatMap((module) => [...module.providers.values()].map(({ instance }) => instance));
    this.all = [...new Set(providers)].filter((one): one is Repository => one instanceof ScopedRepository);
    const repositories = this.all.filter(({ constructor }) => !notShown.includes(constructor));
    this.users = new Map(repositories.map((repository) => [repository, new Set<NamedRoute>()]));
    this.restores = repositories.map((repository) =>
      replaceWithin(repository, (within) => (scope, filter) => {
        if (this.current) this.users.get(repository)?.add(this.current);
        return within.call(repository, scope, filter);
      }),
    );
  }

  /** Ends the recording and returns the repositories. */
  recorded(): readonly Repository[] {
    for (const restore of this.restores) restore();
    return [...this.users.keys()];
  }

  /** All routes, those first that are likeliest to show that the scope is missing. The order only saves time. */
  likeliestFirst(repository: Repository): NamedRoute[] {
    const users = this.users.get(repository);
    const rank = (named: NamedRoute) => (users?.has(named) ? 2 : 0) + (named.route.method === 'GET' ? 1 : 0);
    return guarded.toSorted((a, b) => rank(b) - rank(a));
  }
}

/** The repository reads and writes as if there were no laboratories. Returns a function that restores its scope. */
export function ignoreScope(repository: Repository): () => void {
  return replaceWithin(repository, () => (_, filter) => filter);
}

function replaceWithin(repository: Repository, make: (original: Within) => Within): () => void {
  return replaceProperty(repository as unknown as { within: Within }, 'within', make);
}

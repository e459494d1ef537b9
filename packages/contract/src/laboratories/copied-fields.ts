import type { CopyLaboratoryBody } from './laboratory.copy.js';
import { type Policies, policySetters } from './laboratory.extensions.js';
import type { Holiday, Laboratory } from './laboratory.schema.js';

type Copied = Pick<Laboratory, 'weeklyOff' | 'workingHours' | 'holidays' | 'policies'>;

/**
 * What a laboratory would have after fields of another were copied to it. Its own holidays stay: of the others, only
 * those on other days are added.
 */
export function copyOf(
  source: Copied,
  target: Copied,
  { fields, year }: Pick<CopyLaboratoryBody, 'fields' | 'year'>,
): Copied {
  const chosen = new Set<string>(fields);
  const taken = <Field extends keyof Copied>(field: Field) => (chosen.has(field) ? source : target)[field];
  return {
    weeklyOff: taken('weeklyOff'),
    workingHours: taken('workingHours'),
    holidays: chosen.has('holidays') ? withHolidays(target.holidays, holidaysOf(source, year)) : target.holidays,
    policies: Object.fromEntries(
      Object.entries(policySetters).map(([feature, setters]) => {
        const values = Object.keys(setters).map((name) => {
          const { policies } = chosen.has(`policies.${feature}.${name}`) ? source : target;
          return [name, (policies[feature as keyof Policies] as Record<string, unknown>)[name]];
        });
        return [feature, Object.fromEntries(values)];
      }),
    ) as Policies,
  };
}

function holidaysOf({ holidays: all }: Copied, year: number | undefined): Holiday[] {
  return all.filter(({ date }) => date.startsWith(`${year ?? ''}-`));
}

function withHolidays(own: readonly Holiday[], others: readonly Holiday[]): Holiday[] {
  const taken = new Set(own.map(({ date }) => date));
  return [...own, ...others.filter(({ date }) => !taken.has(date))].sort((a, b) => a.date.localeCompare(b.date));
}

import { type Laboratory, type LaboratoryStats, networkPolicies } from '@shifa/contract';
import { type ComponentProps, createContext } from 'react';
import type { StatCard } from './stat-card';
import { type DescribedField, describedField } from './versions/described-field';

type Policies = Laboratory['policies'];
/** A feature's name in the contract, for its policies as for its block of the statistics. */
type FeatureName = keyof Policies & keyof LaboratoryStats;
type PolicyPath = {
  [Feature in keyof Policies]: `policies.${Feature}.${keyof Policies[Feature] & string}`;
}[keyof Policies];

type PolicyInput = {
  input: 'money' | 'number';
  /** What is counted: `minutes`. */
  unit?: string;
  help?: string;
  /** What it means that no value is entered: `No limit`. Without it, a value is required. */
  blank?: string;
  /** Whether the folded section of the form shows its value. */
  summarized?: boolean;
};

type PolicyDefinition<Value> = PolicyInput & { label: string; format: (value: NonNullable<Value>) => string };

/** A policy on the screens of laboratories: in the form, on the policies tab, in the history and in conflicts. */
type PolicyField = DescribedField<PolicyPath> & PolicyInput & { networkOnly: boolean };

export type StatCardProps = ComponentProps<typeof StatCard>;

type StatsContext = {
  /** The address of a list, filtered by the laboratory and by what is given. */
  linkTo: (path: string, filter?: Record<string, string | readonly string[]>) => string;
  /** The filter of the period. */
  days: { from: string; to: string };
  /** The period as text. */
  inPeriod: string;
};

/** What another feature adds to a laboratory. Laboratories themselves know nothing else of the feature. */
export type LaboratoryExtension = {
  title: string;
  policies: readonly PolicyField[];
  statCards: (stats: LaboratoryStats, context: StatsContext) => StatCardProps[];
};

type ExtensionDefinition<Feature extends FeatureName> = {
  title: string;
  /** In the order of the form. */
  policies: { [Name in keyof Policies[Feature]]: PolicyDefinition<Policies[Feature][Name]> };
  statCards: (stats: NonNullable<LaboratoryStats[Feature]>, context: StatsContext) => StatCardProps[];
};

/** Declares what a feature adds to a laboratory. The compiler asks for every policy that its contract has. */
export function defineLaboratoryExtension<Feature extends FeatureName>(
  feature: Feature,
  { title, policies, statCards }: ExtensionDefinition<Feature>,
): LaboratoryExtension {
  const ofNetwork: readonly PropertyKey[] = networkPolicies[feature] ?? [];
  const definitions = Object.entries(policies as Record<string, PolicyDefinition<never>>);
  return {
    title,
    policies: definitions.map(([name, { label, format, ...input }]) => ({
      ...describedField(`policies.${feature}.${name}` as PolicyPath, label, format),
      ...input,
      networkOnly: ofNetwork.includes(name),
    })),
    statCards: (stats, context) => {
      const block = stats[feature];
      return block ? statCards(block, context) : [];
    },
  };
}

/** The extensions of laboratories, in the order of the screens. */
export const LaboratoryExtensions = createContext<readonly LaboratoryExtension[]>([]);

import { fieldSetters, type Laboratory, type LaboratoryStats, type Permission, policySetters } from '@shifa/contract';
import { type ComponentProps, createContext, type FunctionComponent } from 'react';
import type { StatCard } from '../../ui/stat-card';
import { type DescribedField, describedField } from '../form/described-field';

type Policies = Laboratory['policies'];
/** A feature's name in the contract. */
type FeatureName = keyof Policies;
type PolicyPath = {
  [Feature in keyof Policies]: `policies.${Feature}.${keyof Policies[Feature] & string}`;
}[keyof Policies];

type PolicyInput = {
  input: 'money' | 'number' | 'choice';
  /** Of a choice. */
  options?: readonly { value: string; label: string }[];
  /** What is counted: `minutes`. */
  unit?: string;
  help?: string;
  /** What it means that no value is entered: `No limit`. Without it, a value is required. */
  blank?: string;
  /** Whether the folded section of the form shows its value. */
  summarized?: boolean;
  /** Where policies are copied by parts, the part that it belongs to, if it is not the feature as a whole. */
  part?: string;
  /** What a change means for approvals, to be confirmed before it is saved. */
  affectsApprovals?: string;
};

type PolicyDefinition<Value> = PolicyInput & { label: string; format: (value: NonNullable<Value>) => string };

/** A policy on the screens of laboratories: in the form, on the policies tab, in the history and in conflicts. */
type PolicyField = DescribedField<PolicyPath> & PolicyInput & { networkOnly: boolean };

/** The laboratory as it is stored, and its policies as they are typed; what is being typed can be `NaN` or blank. */
export type RehearsalProps = { laboratory: Laboratory; proposed: Policies };

export type StatCardProps = ComponentProps<typeof StatCard>;

type StatsContext = {
  /** The address of a list, filtered by the laboratory and by what is given. */
  linkTo: (path: string, filter?: Record<string, string | readonly string[]>) => string;
  /** The filter of the period. */
  days: { from: string; to: string };
  /** The period as text. */
  inPeriod: string;
};

/** Shows what changed policies would have changed, to people with all the permissions. */
type PolicyRehearsal<Name extends string = string> = {
  Panel: FunctionComponent<RehearsalProps>;
  permissions: readonly Permission[];
  /** The last policy that it covers; it stands below its field. */
  after: Name;
};

/** Values that are proposed together, such as those of a law; the person still saves them. */
export type PolicyPreset = { key: string; label: string; description: string; values: Record<string, unknown> };

/** What a feature adds to the screens of laboratories, which know nothing else of it. */
export type LaboratoryExtension = {
  title: string;
  presets: readonly (PolicyPreset & { feature: FeatureName })[];
  policies: readonly PolicyField[];
  rehearsal?: PolicyRehearsal | undefined;
  statCards: (stats: LaboratoryStats, context: StatsContext) => StatCardProps[];
};

/** What a feature adds to a laboratory, as the feature declares it: the compiler asks for every policy of its contract. */
export type LaboratoryExtensionOf<Feature extends FeatureName> = {
  title: string;
  presets?: readonly (Omit<PolicyPreset, 'values'> & { values: Partial<Policies[Feature]> })[];
  /** In the order of the form. */
  policies: { [Name in keyof Policies[Feature]]: PolicyDefinition<Policies[Feature][Name]> };
  rehearsal?: PolicyRehearsal<keyof Policies[Feature] & string>;
  /** Of its block of the statistics. */
  statCards?: Feature extends keyof LaboratoryStats
    ? (stats: NonNullable<LaboratoryStats[Feature]>, context: StatsContext) => StatCardProps[]
    : never;
};

type Features = { readonly [Feature in FeatureName]: LaboratoryExtensionOf<Feature> };

/** What all features add, in the same order, as the screens of laboratories show it. */
export function toExtensions(features: Features): LaboratoryExtension[] {
  return (Object.keys(features) as FeatureName[]).map((feature) => toExtension(features, feature));
}

function toExtension(features: Features, feature: FeatureName): LaboratoryExtension {
  const { title, presets = [], policies, rehearsal, statCards } = features[feature];
  const setterOf = new Map(fieldSetters(policySetters[feature]));
  const definitions = Object.entries(policies as Record<string, PolicyDefinition<never>>);
  return {
    title,
    presets: presets.map((preset) => ({ ...preset, feature })),
    rehearsal: rehearsal && { ...rehearsal, after: `policies.${feature}.${rehearsal.after}` },
    policies: definitions.map(([name, { label, format, ...input }]) => ({
      ...describedField(`policies.${feature}.${name}` as PolicyPath, label, format),
      ...input,
      networkOnly: setterOf.get(name) !== 'editor',
    })),
    statCards: (stats, context) => {
      const block = (stats as Record<string, unknown>)[feature];
      return block && statCards
        ? (statCards as (block: unknown, given: StatsContext) => StatCardProps[])(block, context)
        : [];
    },
  };
}

/** The extensions of laboratories, in the order of the screens. */
export const LaboratoryExtensions = createContext<readonly LaboratoryExtension[]>([]);

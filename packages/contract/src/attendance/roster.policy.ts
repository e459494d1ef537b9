import { z } from 'zod';
import { enumOf } from '../common/enum.js';
import type { FieldSetter } from '../common/setter.js';
import { wholeNumber } from '../common/text.js';

/** What a conflict does: nothing, a warning while planning, or it prevents publishing as well. */
export const conflictEffects = ['ignore', 'warn', 'forbid'] as const;
export const ConflictEffectSchema = enumOf(conflictEffects);
export type ConflictEffect = (typeof conflictEffects)[number];

export const conflictEffectLabels: Record<ConflictEffect, string> = {
  ignore: 'Ignore',
  warn: 'Warn',
  forbid: 'Forbid',
};

const effect = ConflictEffectSchema.default('warn');

/** Longer than any limit of days in a row, so that days before and after a range decide on its conflicts. */
export const ROSTER_CONTEXT_DAYS = 14;

/** The rules of a laboratory's roster: the effect of each kind of conflict, and its limit. */
export const RosterPolicySchema = z
  .object({
    /** Planned on a day of approved leave. */
    leave: effect,
    /** Planned on a holiday of the laboratory. */
    holiday: effect,
    /** Two shifts overlap across midnight. */
    overlap: effect,
    /** Planned in another laboratory on the same day. */
    otherLaboratory: effect,
    /** The shift needs a skill that the person lacks. */
    skill: effect,
    rest: effect,
    /** The shortest time between the end of a shift and the start of the next one. */
    minRestHours: wholeNumber(0, 24).default(11),
    nights: effect,
    maxNightsInARow: wholeNumber(1, ROSTER_CONTEXT_DAYS - 1).default(5),
    days: effect,
    maxDaysInARow: wholeNumber(1, ROSTER_CONTEXT_DAYS - 1).default(6),
    hours: effect,
    /** From Monday to Sunday, without breaks. */
    maxWeekHours: wholeNumber(1, 168).default(48),
  })
  .prefault({});
export type RosterPolicy = z.infer<typeof RosterPolicySchema>;

/** They protect the people who are planned, and decide nothing about what a day counts for. */
export const rosterPolicySetters = {
  leave: 'editor',
  holiday: 'editor',
  overlap: 'editor',
  otherLaboratory: 'editor',
  skill: 'editor',
  rest: 'editor',
  minRestHours: 'editor',
  nights: 'editor',
  maxNightsInARow: 'editor',
  days: 'editor',
  maxDaysInARow: 'editor',
  hours: 'editor',
  maxWeekHours: 'editor',
} as const satisfies Record<keyof RosterPolicy, FieldSetter>;

export type RosterPreset = { key: string; label: string; description: string; values: Partial<RosterPolicy> };

/** Proposals for {@link RosterPolicySchema}. A person confirms them, because each state has rules of its own. */
export const rosterPresets: readonly RosterPreset[] = [
  {
    key: 'oshwc_2025',
    label: 'OSHWC Code 2025: 48 h a week, 12 h rest',
    description:
      'In force since 21 November 2025. Until your state has notified its rules, its older acts also apply: check ' +
      'them before you save.',
    values: { hours: 'forbid', maxWeekHours: 48, rest: 'forbid', minRestHours: 12, days: 'warn', maxDaysInARow: 6 },
  },
];

import { type ConflictEffect, conflictEffectLabels, conflictEffects, rosterPresets } from '@shifa/contract';
import type { LaboratoryExtensionOf } from '../../screens/detail/laboratory-extensions';
import { formatCount, formatDayCount } from '../../lib/format';

const effect = (label: string, help: string) => ({
  label,
  help,
  input: 'choice' as const,
  options: conflictEffects.map((value) => ({ value, label: conflictEffectLabels[value] })),
  format: (value: ConflictEffect) => conflictEffectLabels[value],
});

const limit = (label: string, unit: string, format: (value: number) => string) => ({
  label,
  unit,
  format,
  input: 'number' as const,
});

const formatHourCount = (hours: number) => `${formatCount(hours)} h`;

/** What the roster of a laboratory warns of and forbids. */
export const rosterExtension: LaboratoryExtensionOf<'roster'> = {
  title: 'Roster',
  presets: rosterPresets,
  policies: {
    leave: effect('On leave', 'A shift is planned on a day of approved leave.'),
    holiday: effect('On a holiday', 'A shift is planned on a holiday of the laboratory.'),
    overlap: effect('Overlapping shifts', 'A shift begins before the one of the day before has ended.'),
    otherLaboratory: effect('Other laboratory', 'The person is planned in another laboratory on the same day.'),
    skill: effect('Missing skill', 'The shift needs a skill that the person lacks.'),
    rest: effect('Too little rest', 'There are fewer hours between two shifts than the limit.'),
    minRestHours: limit('Rest between shifts', 'hours', formatHourCount),
    nights: effect('Too many nights in a row', 'There are more nights in a row than the limit.'),
    maxNightsInARow: limit('Nights in a row', 'nights', formatCount),
    days: effect('Too many days in a row', 'There are more working days in a row than the limit.'),
    maxDaysInARow: limit('Days in a row', 'days', formatDayCount),
    hours: effect('Too many hours a week', 'There are more hours from Monday to Sunday than the limit.'),
    maxWeekHours: limit('Hours a week', 'hours', formatHourCount),
  },
};

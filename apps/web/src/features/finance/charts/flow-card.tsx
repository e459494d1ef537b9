import type { ComponentProps } from 'react';
import { ChartCard } from '../../../ui/charts/chart-card';
import { formatMoneyShort } from '../../../lib/format';
import { type FlowMeasure, type FlowRow, flowSeries } from './flow';

type FlowCardProps = Omit<ComponentProps<typeof ChartCard<FlowRow>>, 'series' | 'formatTick'> & {
  measures: readonly FlowMeasure[];
};

/** Income and expenses as a chart, which can be shown as a table. */
export function FlowCard({ measures, ...card }: FlowCardProps) {
  return <ChartCard {...card} series={flowSeries(measures, card.layout)} formatTick={formatMoneyShort} />;
}

import { Bar, BarChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { BillingNow } from '../../../../shared/billing/now.api.ts';
import { monthName } from '../../../../shared/days.ts';

/** Formats millions for a chart axis: 12.300.000 as '12,3'. */
const millions = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 });

/** Bar chart of the billed and the collected amount of each month. */
export default function CollectionChart({ months }: Pick<NonNullable<BillingNow['figures']>, 'months'>) {
  const data = months.map(({ month, billed, collected }) => ({
    month: monthName(month).slice(0, 3),
    billed: billed / 1e6,
    collected: collected / 1e6,
  }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={data}
        accessibilityLayer={false}
        margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
        barGap={2}
      >
        <XAxis dataKey="month" interval={0} tickLine={false} stroke="var(--line-strong)" />
        <YAxis
          width="auto"
          tickCount={4}
          tickFormatter={(value: number) => millions.format(value)}
          unit=" M"
          stroke="var(--line-strong)"
        />
        <Bar dataKey="billed" className="billed" fill="var(--line-strong)" isAnimationActive={false} />
        <Bar dataKey="collected" className="collected" fill="var(--primary)" isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}

import { percentText, toBps } from '~/platform/text/percent';
import { Cluster, Stack } from '~/ui/layout/Layout';
import { Muted } from '~/ui/Text';
import { Badge, Empty, Facts } from '~/ui/tables/Data';
import type { CompanyRow } from '../../analysis/analysis.server';
import { formatBillions, formatPrice } from '../../format';
import { PriceNote } from '../prices/PriceNote';

const formatPercent = (fraction: number): string => percentText(toBps(fraction));

export function Fundamentals({ row }: { row: CompanyRow | null }) {
  if (!row?.quote) return <Empty>We have no figures of this company.</Empty>;
  const { company, instrument, quote } = row;
  const dollars = (amount: number) => `${amount < 0 ? '−' : ''}$${formatPrice(Math.abs(amount), { digits: 2 })}`;
  return (
    <Stack>
      <Cluster>
        <strong>
          {instrument.name} ({instrument.symbol})
        </strong>
        <Badge>{company.sector}</Badge>
        <Badge tone="warning">sample</Badge>
      </Cluster>
      <Facts
        items={[
          { term: 'Price', detail: dollars(quote.price) },
          { term: 'Market value', detail: formatBillions(row.value) },
          { term: 'Revenue, a year', detail: formatBillions(company.revenue) },
          { term: 'Profit margin', detail: formatPercent(company.margin) },
          { term: 'Earnings per share', detail: dollars(company.earnings) },
          { term: 'Price to earnings', detail: row.multiple?.toFixed(1) ?? 'none: it makes a loss' },
          { term: 'Dividend yield', detail: company.dividend ? formatPercent(row.yield) : 'none' },
        ]}
      />
      <Muted>Sample figures of about the right size; those that depend on the price follow it.</Muted>
      <PriceNote rows={[row]} />
    </Stack>
  );
}

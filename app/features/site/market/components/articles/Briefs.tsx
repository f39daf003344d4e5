import { CANDLE_LABELS } from '~/market/feed/candleLabels';
import { Cluster, Stack } from '~/ui/layout/Layout';
import { ForeignLink, Muted } from '~/ui/Text';
import { Badge, DefinitionList, Time } from '~/ui/tables/Data';
import { Link } from '~/web/router';
import type { CompanyRow, TechnicalView } from '../../analysis/analysis.server';
import { formatBillions, formatPrice } from '../../format';
import type { NewsItem } from '../../internal/entries';
import { getCommonName, instrumentPath } from '../../naming';
import { VerdictBadge } from '../analysis/TechnicalSummary';
import { PriceNote } from '../prices/PriceNote';

export function TechnicalBrief({ view }: { view: TechnicalView }) {
  const { row, counts, timeframe, overall } = view;
  const { buy, neutral, sell } = counts.all;
  return (
    <Stack gap="tight">
      <Cluster>
        <strong>
          {getCommonName(row.instrument)}, {CANDLE_LABELS[timeframe]}:
        </strong>
        <VerdictBadge verdictText={overall} />
      </Cluster>
      <p>
        Of {buy + neutral + sell} textbook rules over past prices {buy} say buy, {neutral} neutral and {sell} sell. It
        is not advice.
      </p>
      <PriceNote rows={[row]} />
    </Stack>
  );
}

export function FundamentalsBrief({ row }: { row: CompanyRow }) {
  const { company, instrument, quote } = row;
  if (!quote) return <Muted>There is no price of {instrument.name} just now.</Muted>;
  return (
    <Stack gap="tight">
      <Cluster>
        <strong>
          <Link to={instrumentPath(instrument.id)}>{instrument.name}</Link>
        </strong>
        <Badge>{company.sector}</Badge>
        <Badge tone="warning">sample</Badge>
      </Cluster>
      <DefinitionList
        items={[
          { term: 'Price', detail: `$${formatPrice(quote.price, { digits: 2 })}` },
          { term: 'Market value', detail: formatBillions(row.value) },
          { term: 'Revenue, a year', detail: formatBillions(company.revenue) },
          { term: 'Price to earnings', detail: row.multiple?.toFixed(1) ?? 'makes a loss' },
        ]}
      />
      <PriceNote rows={[row]} />
    </Stack>
  );
}

export const NewsBrief = ({ items }: { items: readonly NewsItem[] }) => (
  <Stack>
    {items.map(({ id, title, at, link, sample }) => (
      <Stack key={id} gap="tight">
        <strong>{link ? <ForeignLink href={link}>{title}</ForeignLink> : title}</strong>
        <Cluster>
          {sample && <Badge tone="warning">sample</Badge>}
          <Muted>
            <Time at={at} />
          </Muted>
        </Cluster>
      </Stack>
    ))}
  </Stack>
);

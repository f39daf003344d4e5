import { formatBps, formatShortUsd, formatUsd } from '~/ledger/money';
import { counted } from '~/platform/text/figure';
import { LinkButton } from '~/ui/Button';
import { Disclosure } from '~/ui/layout/Disclosure';
import { Card } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Badge, DefinitionList, Stat } from '~/ui/tables/Data';
import { planTitle } from '../planTitle';
import type { PlanOnSale } from '../queries.server';
import { promisedReturn } from '../rules';

export const RateWarning = () => (
  <Notice tone="warning">
    No market pays returns like these. Your money is tied up until the last day, and you can lose it.
  </Notice>
);

export const PayoutNote = () => (
  <Disclosure summary="How returns are paid">
    <p>
      The whole return is set aside from the operator’s own reserve before a plan is sold; a plan that the reserve can’t
      carry is not sold. It is never taken from other people’s deposits. Your money is as safe as the operator that
      holds it.
    </p>
  </Disclosure>
);

export function PlanTermsList({ plan }: { plan: PlanOnSale }) {
  const { minimum, maximum, dailyBps, days } = plan;
  return (
    <DefinitionList
      items={[
        { term: 'Range', detail: `${formatShortUsd(minimum)} to ${formatShortUsd(maximum)}` },
        { term: 'Daily return', detail: formatBps(dailyBps) },
        { term: 'Duration', detail: counted(days, 'day') },
      ]}
    />
  );
}

export function PlanCard({ plan }: { plan: PlanOnSale }) {
  const { id, name, minimum, maximum, dailyBps, days, most, limit } = plan;
  const example = minimum + promisedReturn({ principal: minimum, dailyBps, days });
  return (
    <Card title={planTitle(name)}>
      <Stat
        label={`${formatShortUsd(minimum)} becomes`}
        value={formatShortUsd(example)}
        detail={`after ${counted(days, 'day')}`}
      />
      <PlanTermsList plan={plan} />
      {/* On one line with the others', however long a card's terms are. */}
      <div className="mt-auto flex flex-col gap-2">
        <div>
          {most === null ? (
            <Badge tone="warning" icon="clock">
              {limit === 'share' ? 'More than your share of the reserve' : 'Reserve too small just now'}
            </Badge>
          ) : (
            <Badge tone="good" icon="check">
              {limit === 'share' && most < maximum
                ? `Up to ${formatUsd(most)}: your share of the reserve`
                : most === maximum
                  ? 'Payout reserved'
                  : `Payout reserved up to ${formatUsd(most)}`}
            </Badge>
          )}
        </div>
        <LinkButton to={`/plans?plan=${id}`} tone="primary" wide>
          Choose plan
        </LinkButton>
      </div>
    </Card>
  );
}

import { formatBps, formatShortUsd, formatUsd } from '~/ledger/money';
import { formatCount } from '~/platform/text/figure';
import { LinkButton } from '~/ui/Button';
import { Card } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Small } from '~/ui/Text';
import { Badge, DefinitionList, Stat } from '~/ui/tables/Data';
import { planTitle } from '../planTitle';
import type { PlanOnSale } from '../queries.server';
import { computePromisedReturn } from '../rules';

export const RateWarning = () => (
  <Notice tone="warning">
    No market pays returns like these: the operator does, from its own money. Yours is tied up until the last day, and
    you can lose it if the operator fails or is robbed.
  </Notice>
);

/** Note on the source of the return, below the cards. */
export const PayoutNote = () => (
  <p>
    The whole return is set aside from the operator’s own money before a plan is sold. It never comes from other
    people’s deposits.
  </p>
);

export function PlanTermsList({ plan }: { plan: PlanOnSale }) {
  const { minimum, maximum, dailyBps, days } = plan;
  return (
    <DefinitionList
      items={[
        { term: 'Range', detail: `${formatShortUsd(minimum)} to ${formatShortUsd(maximum)}` },
        { term: 'Daily return', detail: formatBps(dailyBps) },
        { term: 'Duration', detail: formatCount(days, 'day') },
      ]}
    />
  );
}

export function PlanCard({ plan }: { plan: PlanOnSale }) {
  const { id, name, minimum, maximum, dailyBps, days, maxAmount, limit } = plan;
  const example = minimum + computePromisedReturn({ principal: minimum, dailyBps, days });
  return (
    <Card title={planTitle(name)}>
      <Stat
        label={`${formatShortUsd(minimum)} becomes`}
        value={formatShortUsd(example)}
        detail={`after ${formatCount(days, 'day')}`}
      />
      <PlanTermsList plan={plan} />
      {/* Aligns the buttons of adjacent cards if their terms differ in length. */}
      <div className="mt-auto flex flex-col gap-2">
        <div>
          {maxAmount === null ? (
            <Badge tone="warning" icon="clock">
              {limit === 'share' ? 'More than your share of the reserve' : 'Reserve too small just now'}
            </Badge>
          ) : (
            <Badge tone="good" icon="check">
              {limit === 'share' && maxAmount < maximum
                ? `Up to ${formatUsd(maxAmount)}: your share of the reserve`
                : maxAmount === maximum
                  ? 'Payout reserved'
                  : `Payout reserved up to ${formatUsd(maxAmount)}`}
            </Badge>
          )}{' '}
          {maxAmount === maximum && <Small>by the operator</Small>}
        </div>
        <LinkButton to={`/plans?plan=${id}`} tone="primary" wide>
          Choose plan
        </LinkButton>
      </div>
    </Card>
  );
}

import { formatBps, formatShortUsd, formatUsd } from '~/ledger/money';
import { counted } from '~/platform/text/figure';
import { LinkButton } from '~/ui/Button';
import { Link } from '~/ui/Link';
import { Card, Grid, Section } from '~/ui/layout/Layout';
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

/** Two notes on a plan's safety: the source of its return, and the ways to lose the money. */
export const PayoutNote = () => (
  <Grid cell="medium">
    <Card title="What the reserve covers">
      <p>
        The whole return, set aside from the operator’s own money before the plan is sold. It never comes from other
        people’s deposits.
      </p>
    </Card>
    <Card title="What would lose your money">
      <p>The operator holds your money and the reserve. If it fails or is robbed, you can lose all of it.</p>
    </Card>
  </Grid>
);

/** Overview of all plans with links to buy them, below the row that shows three plans. */
export const PlanGrid = ({ plans }: { plans: readonly PlanOnSale[] }) => (
  <Section title="All plans">
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {plans.map(({ id, name, minimum, dailyBps, days }) => (
        <li key={id}>
          <Link
            to={`/plans?plan=${id}`}
            preventScrollReset
            className="card card-compact h-full gap-0.5 text-ink no-underline hover:border-accent hover:text-ink sm:gap-1 sm:p-4"
          >
            <span className="font-semibold">{planTitle(name)}</span>
            <span className="text-sm text-muted">
              {formatBps(dailyBps)} a day for {counted(days, 'day')}, from {formatShortUsd(minimum)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </Section>
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
  const { id, name, minimum, maximum, dailyBps, days, maxAmount, limit } = plan;
  const example = minimum + promisedReturn({ principal: minimum, dailyBps, days });
  return (
    <Card title={planTitle(name)}>
      <Stat
        label={`${formatShortUsd(minimum)} becomes`}
        value={formatShortUsd(example)}
        detail={`after ${counted(days, 'day')}`}
      />
      <PlanTermsList plan={plan} />
      {/* Aligns the buttons of adjacent cards, whatever the length of their terms. */}
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
          )}
        </div>
        <LinkButton to={`/plans?plan=${id}`} tone="primary" wide>
          Choose plan
        </LinkButton>
      </div>
    </Card>
  );
}

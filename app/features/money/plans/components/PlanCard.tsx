import { formatBps, formatPlainUsd, formatShortUsd, formatUsd } from '~/ledger/money';
import { formatCount } from '~/platform/text/figure';
import { LinkButton } from '~/ui/Button';
import { Card } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Small } from '~/ui/Text';
import { Badge, DefinitionList, Money, Stat, Time } from '~/ui/tables/Data';
import { planTitle } from '../planTitle';
import type { findRunningPlans, PlanOnSale } from '../queries.server';
import { computePromisedReturn } from '../rules';

type RunningPlan = Awaited<ReturnType<typeof findRunningPlans>>[number];

export const RateWarning = () => (
  <Notice tone="warning">
    No market pays returns like these: the operator pays them from its own money. Your money is locked until the last
    day, and you can lose it if the operator fails or is hacked.
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

/** The money available for a plan and the money in running ones, as the lead of the page. */
export function PlanMoney({ available, running }: { available: bigint; running: RunningPlan[] }) {
  const [next] = running;
  return (
    <>
      Available: <Money cents={available} />.{' '}
      {next && (
        <>
          In {running.length === 1 ? `your ${planTitle(next.name)}` : `${running.length} running plans`}:{' '}
          <Money cents={running.reduce((sum, { principal }) => sum + principal, 0n)} />,{' '}
          {running.length === 1 ? 'matures' : 'the next matures'} <Time at={next.maturesAt} dateOnly />.
        </>
      )}
    </>
  );
}

/** Link to deposit the amount that is missing for the minimum of a plan; nothing if the available balance covers it. */
export const DepositMissing = ({
  plan: { minimum },
  available,
  wide,
}: {
  plan: PlanOnSale;
  available: bigint;
  wide?: boolean;
}) =>
  available < minimum && (
    <LinkButton
      to={`/fundwallet?amount=${formatPlainUsd(minimum - available)}`}
      tone="primary"
      icon="deposit"
      wide={wide}
    >
      Deposit {formatUsd(minimum - available)} more
    </LinkButton>
  );

export function PlanCard({ plan, available }: { plan: PlanOnSale; available: bigint }) {
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
        {maxAmount !== null && <DepositMissing plan={plan} available={available} wide />}
        <LinkButton to={`/plans?plan=${id}`} tone={available < minimum ? 'plain' : 'primary'} wide>
          Choose plan
        </LinkButton>
      </div>
    </Card>
  );
}

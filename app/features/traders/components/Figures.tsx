import { formatBps } from '~/ledger/money';
import { Change, DefinitionList, Money, Profit, Stat } from '~/ui/Data';
import { Card, Grid, Section } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';
import { Prose } from '~/ui/Text';
import { Link } from '~/web/router';
import type { traderProfile } from '../queries.server';
import type { Figures, Ratio } from '../rules';

type Profile = NonNullable<Awaited<ReturnType<typeof traderProfile>>>;

const NONE = 'no trades yet';

export const rateText = (bps: number | null) => (bps === null ? NONE : formatBps(bps));
export const ratioText = (ratio: Ratio) => (typeof ratio === 'number' ? ratio.toFixed(2) : (ratio ?? NONE));

/** What is to be known wherever a trader's results are shown. */
export function RiskWarning() {
  return (
    <Notice tone="warning" title="Before you copy">
      What a trader did says nothing certain about what comes next. You can lose all the money in a copy. Never put in
      what you can't afford to lose.
    </Notice>
  );
}

/** The figures of a list, each computed from recorded trades and real copies. */
export function KeyFigures({ figures, followers }: { figures: Figures; followers: number }) {
  const { winRateBps, monthlyReturnBps, riskReward } = figures;
  return (
    <DefinitionList
      items={[
        { term: 'Win rate', detail: rateText(winRateBps) },
        { term: 'Monthly return', detail: <MonthlyReturn bps={monthlyReturnBps} /> },
        { term: 'Risk/reward', detail: ratioText(riskReward) },
        { term: 'Followers', detail: followers },
      ]}
    />
  );
}

export const MonthlyReturn = ({ bps }: { bps: number | null }) => (bps === null ? NONE : <Change bps={bps} />);

/** Every figure of a trader; a click on its name leads to how it is computed. */
export function AllFigures({ profile }: { profile: Profile }) {
  const { trader, drawdownBps, copied, copiers } = profile;
  const { closed, winRateBps, monthlyReturnBps, profitFactor, riskReward } = trader.figures;
  return (
    <Card>
      <Grid cell="small">
        <Stat
          label={<How to="win-rate">Win rate</How>}
          value={rateText(winRateBps)}
          detail={`${closed} closed trades`}
        />
        <Stat
          label={<How to="monthly-return">Average monthly return</How>}
          value={<MonthlyReturn bps={monthlyReturnBps} />}
        />
        <Stat label={<How to="profit-factor">Profit factor</How>} value={ratioText(profitFactor)} />
        <Stat label={<How to="risk-reward">Risk/reward</How>} value={ratioText(riskReward)} />
        <Stat label={<How to="drawdown">Maximum drawdown</How>} value={rateText(drawdownBps)} />
        <Stat label={<How to="followers">Followers</How>} value={trader.followers} />
        <Stat label={<How to="copied">Capital copied</How>} value={<Money cents={copied} />} />
        <Stat
          label={<How to="copiers">Median result of a copy</How>}
          value={copiers.median === null ? 'none yet' : <Profit cents={copiers.median} />}
          detail={copiers.copies === 1 ? 'One copy so far' : `${copiers.copies} copies so far`}
        />
      </Grid>
    </Card>
  );
}

const How = ({ to, children }: { to: string; children: string }) => <Link to={`#${to}`}>{children}</Link>;

/** The formulas, in words; what a figure's name leads to. */
export function HowComputed({ capital, recorded }: { capital: bigint; recorded: boolean }) {
  return (
    <Section title="How these figures are computed" lead="From the trades in the log below and from real copies.">
      <Prose>
        <p>
          The trader’s capital is <Money cents={capital} />
          {recorded ? ', as recorded.' : ': none is recorded, so it is the minimum capital to copy this trader.'}
        </p>
        <dl>
          <dt id="win-rate">Win rate</dt>
          <dd>Trades closed with a profit, divided by all closed trades.</dd>
          <dt id="monthly-return">Average monthly return</dt>
          <dd>
            All profits less all losses, divided by the trader’s capital and by the months from the first trade to this
            one. Months without trades count.
          </dd>
          <dt id="profit-factor">Profit factor</dt>
          <dd>All profits divided by all losses. Above 1, more was won than lost.</dd>
          <dt id="risk-reward">Risk/reward</dt>
          <dd>The average profit divided by the average loss.</dd>
          <dt id="drawdown">Maximum drawdown</dt>
          <dd>
            The deepest fall from a highest point: capital plus all results so far, measured against the highest it had
            been.
          </dd>
          <dt id="nav">Net asset value</dt>
          <dd>
            What 100 put in before the first trade would have become: capital plus all results, divided by capital,
            times 100. Nothing is added to it or taken out.
          </dd>
          <dt id="followers">Followers</dt>
          <dd>Copies of this trader that are active now.</dd>
          <dt id="copied">Capital copied</dt>
          <dd>What is in the copies of this trader now, results included.</dd>
          <dt id="copiers">Median result of a copy</dt>
          <dd>Half of all copies so far, stopped ones too, did better than this, and half did worse.</dd>
        </dl>
      </Prose>
    </Section>
  );
}

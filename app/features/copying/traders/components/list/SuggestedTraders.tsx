import { plainUsd } from '~/ledger/money';
import { LinkButton } from '~/ui/Button';
import { Link } from '~/ui/Link';
import { Beside, Card, Cluster, Foot, Grid, Stack } from '~/ui/layout/Layout';
import { Muted, Small, VisuallyHidden } from '~/ui/Text';
import { Money } from '~/ui/tables/Data';
import type { SuggestedTrader } from '../../list/facts';
import { labelsOf } from '../../sources';
import { nameOf } from '../../traderName';
import { HeadlineReturn, RecordLine, Risk } from '../record/Figures';
import { FaceOf } from './TraderCard';

/** Traders to begin with, each with a face, its return, its risk, and what a copy takes; `amount` is what the copy's form begins with. */
export const SuggestedTraders = ({ traders, ...rest }: { traders: readonly SuggestedTrader[] } & Offer) => (
  <Stack gap="tight">
    {traders.length > 0 && (
      <>
        <Muted>Best risk-adjusted return first. You can lose all the money in a copy.</Muted>
        <Grid cell="small">
          {traders.map((trader) => (
            <Suggested key={trader.id} trader={trader} {...rest} />
          ))}
        </Grid>
      </>
    )}
    <Link to="/traders">{traders.length > 0 ? 'All traders' : 'Find traders'}</Link>
  </Stack>
);

type Offer = { canCopy: boolean; amount?: bigint };

function Suggested({ trader, canCopy, amount = 0n }: { trader: SuggestedTrader } & Offer) {
  const { id, record, minimumCapital, nationality } = trader;
  const name = nameOf(trader);
  const copy = `/traders/${id}/copy${amount > minimumCapital ? `?amount=${plainUsd(amount)}` : ''}`;
  return (
    <Card compact>
      <Beside picture={<FaceOf trader={trader} />}>
        <div className="font-semibold">
          <Link to={`/traders/${id}`}>{name}</Link>
        </div>
        <Small>{[nationality, ...labelsOf(trader)].join(' · ')}</Small>
      </Beside>
      {/* Figures are on one line with the others', however long a name is. */}
      <Foot>
        <HeadlineReturn record={record} />
        <RecordLine record={record} name={name} />
        <Risk record={record} />
        <Cluster spread>
          <Small>
            From <Money cents={minimumCapital} />
          </Small>
          <LinkButton to={copy} tone={canCopy ? 'primary' : undefined} icon="copy">
            Copy<VisuallyHidden> {name}</VisuallyHidden>
          </LinkButton>
        </Cluster>
      </Foot>
    </Card>
  );
}

import { plainUsd } from '~/ledger/money';
import { LinkButton } from '~/ui/Button';
import { Link } from '~/ui/Link';
import { Beside, Card, Cluster, Foot, Grid, Stack } from '~/ui/layout/Layout';
import { Face } from '~/ui/pictures/Face';
import { Muted, Small, VisuallyHidden } from '~/ui/Text';
import { Money } from '~/ui/tables/Data';
import type { ListedTrader } from '../../list/queries.server';
import { labelsOf } from '../../sources';
import { RecordReturn, Risk } from '../record/Figures';
import { nameOf } from './TraderCard';

/**
 * Traders to begin with, each with a face, what it returned, its risk, and what a copy takes.
 * @param canCopy there is money to copy with
 * @param amount what the form of a copy begins with, cents, where the trader takes it; the trader's minimum when left out
 */
export const SuggestedTraders = ({ traders, ...rest }: { traders: readonly ListedTrader[] } & Offer) => (
  <Stack gap="tight">
    {traders.length > 0 && (
      <>
        <Muted>The best return for their falls first. You can lose all the money in a copy.</Muted>
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

function Suggested({ trader, canCopy, amount = 0n }: { trader: ListedTrader } & Offer) {
  const { id, record, minimumCapital, imageFileId, nationality } = trader;
  const name = nameOf(trader);
  const copy = `/traders/${id}/copy${amount > minimumCapital ? `?amount=${plainUsd(amount)}` : ''}`;
  // A short record has no year.
  const [bps, span] =
    record?.yearReturnBps == null ? [record?.quarterReturnBps, '3 months'] : [record.yearReturnBps, '12 months'];
  return (
    <Card compact>
      <Beside picture={<Face name={name} src={imageFileId && `/files/${imageFileId}`} />}>
        <div className="font-semibold">
          <Link to={`/traders/${id}`}>{name}</Link>
        </div>
        <Small>{[nationality, ...labelsOf(trader)].join(' · ')}</Small>
      </Beside>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-2xl *:font-semibold">
          <RecordReturn bps={bps} />
        </span>
        <Small>{span}</Small>
      </p>
      <Risk record={record} />
      <Foot>
        <Cluster spread>
          <Small>
            From <Money cents={minimumCapital} />
          </Small>
          {canCopy && (
            <LinkButton to={copy} tone="primary" icon="copy">
              Copy<VisuallyHidden> {name}</VisuallyHidden>
            </LinkButton>
          )}
        </Cluster>
      </Foot>
    </Card>
  );
}

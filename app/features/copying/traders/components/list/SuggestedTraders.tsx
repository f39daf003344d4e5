import { formatShortUsd } from '~/ledger/money';
import { LinkButton } from '~/ui/Button';
import { Link } from '~/ui/Link';
import { CardRow } from '~/ui/layout/CardRow';
import { Card, Foot, Stack, WithPicture } from '~/ui/layout/Layout';
import { Muted, Small, VisuallyHidden } from '~/ui/Text';
import type { SuggestedTrader } from '../../list/facts';
import { listLabels } from '../../sources';
import { getTraderName } from '../../traderName';
import { formatTradesPerMonth, HeadlineReturn, RecordLine, Risk } from '../record/Figures';
import { TraderPicture } from './TraderCard';

export const SuggestedTraders = ({ traders, canCopy }: { traders: readonly SuggestedTrader[]; canCopy: boolean }) => (
  <Stack gap="tight">
    {traders.length > 0 && (
      <>
        <Muted>
          They traded in the last three days, at medium risk or lower. You can lose all the money in a copy.
        </Muted>
        <CardRow label="Suggested traders">
          {traders.map((trader) => (
            <Suggested key={trader.id} trader={trader} canCopy={canCopy} />
          ))}
        </CardRow>
      </>
    )}
    <Link to="/traders">{traders.length > 0 ? 'All traders' : 'Find traders'}</Link>
  </Stack>
);

function Suggested({ trader, canCopy }: { trader: SuggestedTrader; canCopy: boolean }) {
  const { id, record, monthly, nationality, amount } = trader;
  const name = getTraderName(trader);
  return (
    <Card compact>
      <WithPicture picture={<TraderPicture trader={trader} />}>
        <div className="font-semibold">
          <Link to={`/traders/${id}`} className="inline-block min-h-6 no-underline">
            {name}
          </Link>
        </div>
        <Small>{[nationality, ...listLabels(trader)].join(' · ')}</Small>
      </WithPicture>
      {/* Aligns the figures of adjacent cards if names differ in length. */}
      <Foot>
        <HeadlineReturn record={record} />
        <RecordLine record={record} name={name} />
        <Risk record={record} />
        <Small>{formatTradesPerMonth(monthly)}</Small>
        {/* With enough money, the link skips the amount step; the amount can still be changed there. */}
        <LinkButton
          to={`/traders/${id}/copy${canCopy ? '?review=yes' : ''}`}
          tone={canCopy ? 'primary' : undefined}
          icon="copy"
        >
          <span>
            Copy<VisuallyHidden> {name}</VisuallyHidden> with {formatShortUsd(amount)}
          </span>
        </LinkButton>
      </Foot>
    </Card>
  );
}

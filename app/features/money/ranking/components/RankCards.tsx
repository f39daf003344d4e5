import { formatShortUsd } from '~/ledger/money';
import { Button, LinkButton } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Card, Cluster, Figures, Foot } from '~/ui/layout/Layout';
import { NoWrap } from '~/ui/Text';
import { Badge, DefinitionList, Money, Stat, StatusBadge, Time } from '~/ui/tables/Data';
import type { loadRanking, RankView } from '../queries.server';
import { RankProgress } from './RankProgress';

type RankStanding = Pick<Awaited<ReturnType<typeof loadRanking>>, 'ranked' | 'leftOut' | 'rank' | 'next'>;

export function CurrentRank({ ranked, leftOut, rank, next, claims }: RankStanding & { claims: boolean }) {
  return (
    <Card tone="accent">
      <Figures>
        <Stat label="Current rank" value={rank.name} />
        <Stat
          label="Counted for your rank"
          value={<Money cents={ranked} />}
          detail={`Booked${leftOut && `, without ${leftOut}`}`}
        />
      </Figures>
      <RankProgress ranked={ranked} rank={rank} next={next} />
      <Cluster>
        {next && (
          <LinkButton to="/fundwallet" tone={claims ? undefined : 'primary'} icon="deposit">
            Upgrade to {next.name}
          </LinkButton>
        )}
        <LinkButton to="/withdraw" icon="withdraw">
          Downgrade by withdrawing
        </LinkButton>
      </Cluster>
    </Card>
  );
}

export function RankCard({ rank, current, formKey }: { rank: RankView; current: RankStanding; formKey: string }) {
  const { name, above, bonus, state, claimedAt, waits, holdUntil } = rank;
  const isCurrent = current.rank.id === rank.id;
  return (
    <Card id={rank.id} title={name} actions={isCurrent && <Badge tone="accent">Current</Badge>}>
      <DefinitionList
        items={[
          { term: 'Balance', detail: <NoWrap>{formatRange(rank)}</NoWrap> },
          { term: 'Bonus', detail: bonus > 0n ? <Money cents={bonus} /> : 'none at the moment' },
          ...(bonus > 0n ? [{ term: 'State', detail: <StatusBadge status={state} /> }] : []),
          ...(holdUntil ? [{ term: 'Claimable after', detail: <Time at={holdUntil} /> }] : []),
          ...(claimedAt ? [{ term: 'Claimed', detail: <Time at={claimedAt} /> }] : []),
        ]}
      />
      {holdUntil && <p>If your balance, less requested withdrawals, stays in this rank until then.</p>}
      <Foot>
        {state === 'claimable' && (
          <PostForm formKey={formKey} at={rank.id}>
            <input type="hidden" name="rank" value={rank.id} />
            {waits && <p>It waits: the operator’s reserve can’t pay it at the moment. You can still claim it later.</p>}
            <Button tone="primary" wide>
              Claim the {name} bonus
            </Button>
          </PostForm>
        )}
        {above > current.rank.above && (
          <LinkButton to="/fundwallet" icon="deposit" wide>
            Upgrade to {name}
          </LinkButton>
        )}
      </Foot>
    </Card>
  );
}

function formatRange({ above, upTo }: RankView): string {
  if (upTo === null) return `above ${formatShortUsd(above)}`;
  return above === 0n ? `up to ${formatShortUsd(upTo)}` : `${formatShortUsd(above + 1n)} to ${formatShortUsd(upTo)}`;
}

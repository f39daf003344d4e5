import { formatUsd } from '~/ledger/money';
import { calculateShareBps, percentText } from '~/platform/text/percent';
import { Progress } from '~/ui/tables/Data';
import type { Rank } from '../rules';

export const RankProgress = ({ ranked, rank, next }: { ranked: bigint; rank: Rank; next: Rank | null }) =>
  next ? (
    <Progress
      value={Number(ranked - rank.above)}
      max={Number(next.above - rank.above)}
      label={`${next.name} begins above ${formatUsd(next.above)}`}
    >
      {percentText(calculateShareBps(ranked - rank.above, next.above - rank.above))} · {formatUsd(next.above - ranked)}{' '}
      to go
    </Progress>
  ) : (
    <p>This is the highest rank.</p>
  );

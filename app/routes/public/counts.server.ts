import { listTradersForVisitors } from '~/features/copying/traders/list/queries.server';
import { getBonusRate } from '~/features/money/referrals/grantReferralBonus.server';
import { getUsualWithdrawalWait } from '~/features/money/wallet/usualWaits.server';
import type { CountedFigure } from '~/features/site/marketing/components/LandingTop';
import { marketFeed } from '~/market/feed/index.server';
import { INSTRUMENTS } from '~/market/instruments';
import { read } from '~/platform/db/index.server';
import { percentText } from '~/platform/text/percent';

/** Counts figures of this installation for the landing page. Unavailable ones are omitted. */
export async function countFigures(): Promise<CountedFigure[]> {
  const feed = marketFeed();
  const bonus = await getBonusRate(read());
  const wait = await getUsualWithdrawalWait();
  const figures: (CountedFigure | false)[] = [
    { label: 'Traders with a public record', value: String((await listTradersForVisitors()).length) },
    { label: 'Symbols with prices', value: String(INSTRUMENTS.filter((each) => feed.covers(each)).length) },
    bonus > 0 && { label: 'Bonus on what a friend deposits', value: percentText(bonus).replace('.00', '') },
    wait !== null && { label: 'Usual wait for a withdrawal', value: wait },
  ];
  return figures.filter((each) => each !== false && each.value !== '0') as CountedFigure[];
}

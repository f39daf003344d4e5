import type { CountedFigure } from '~/features/marketing/components/LandingTop';
import { bonusRate } from '~/features/referrals/grantReferralBonus.server';
import { tradersForVisitors } from '~/features/traders/list/queries.server';
import { usualWithdrawalWait } from '~/features/wallet/receipts.server';
import { marketFeed } from '~/market/feed/index.server';
import { INSTRUMENTS } from '~/market/instruments';
import { read } from '~/platform/db/index.server';
import { percentText } from '~/platform/text/percent';

/** What the landing page says of this installation in figures, all of them counted; those that nothing can be said of yet are left out. */
export async function countedFigures(): Promise<CountedFigure[]> {
  const feed = marketFeed();
  const bonus = await bonusRate(read());
  const wait = await usualWithdrawalWait();
  const figures: (CountedFigure | false)[] = [
    { label: 'Traders with a public record', value: String((await tradersForVisitors()).length) },
    { label: 'Symbols with prices', value: String(INSTRUMENTS.filter((each) => feed.covers(each)).length) },
    bonus > 0 && { label: 'Bonus on what a friend deposits', value: percentText(bonus).replace('.00', '') },
    wait !== null && { label: 'Usual wait for a withdrawal', value: wait },
  ];
  return figures.filter((each) => each !== false && each.value !== '0') as CountedFigure[];
}

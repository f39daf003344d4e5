import { formatUsd } from '~/ledger/money';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Link } from '~/ui/Link';
import { Card } from '~/ui/layout/Layout';
import { Banner } from '~/ui/messages/Banner';
import { Notice } from '~/ui/messages/Notice';
import { WithAmounts } from '~/ui/Text';
import { Timeline } from '~/ui/tables/Data';
import type { Dashboard } from '../dashboard.server';

/** Shown until a first deposit was approved; dismissed, it stays so in this browser until a deposit waits. */
export const FirstDepositBanner = ({ pending }: Pick<Dashboard, 'pending'>) =>
  pending > 0n ? (
    <FirstDepositNotice pending={pending} />
  ) : (
    <Banner dismiss="/dashboard/banner">
      <FirstDeposit pending={pending} />
    </Banner>
  );

export const FirstDepositNotice = ({ pending }: Pick<Dashboard, 'pending'>) => (
  <Notice>
    <FirstDeposit pending={pending} />
  </Notice>
);

const FirstDeposit = ({ pending }: Pick<Dashboard, 'pending'>) => (
  <>
    {pending > 0n ? (
      <>
        Your first deposit of <Link to="/deposit">{formatUsd(pending)}</Link> is being reviewed.
      </>
    ) : (
      <>
        You have not deposited yet. <Link to="/fundwallet">Make your first deposit</Link>
      </>
    )}
  </>
);

export function NewsCard({ news }: Pick<Dashboard, 'news'>) {
  const [newest] = news;
  if (!newest) return null;
  return (
    <Card id="news" title="Notifications" actions={<Link to="/notifications">All notifications</Link>}>
      <Timeline
        items={news.map(({ text, href, at }) => ({
          label: (
            <Link to={href}>
              <WithAmounts>{text}</WithAmounts>
            </Link>
          ),
          at,
        }))}
      />
      <PostForm at="news">
        <input type="hidden" name="upTo" value={newest.id} />
        <Button name="_intent" value="read">
          Mark as read
        </Button>
      </PostForm>
    </Card>
  );
}

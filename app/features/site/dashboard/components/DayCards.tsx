import { iconForNews } from '~/features/site/shell/investorNav';
import { formatUsd } from '~/ledger/money';
import type { Moment } from '~/mail/moments';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Link } from '~/ui/Link';
import { Card, Cluster, WithPicture } from '~/ui/layout/Layout';
import { Banner } from '~/ui/messages/Banner';
import { Notice } from '~/ui/messages/Notice';
import { BookPicture } from '~/ui/pictures/BookPicture';
import type { IconName } from '~/ui/pictures/Icon';
import { WithAmounts } from '~/ui/Text';
import { Timeline } from '~/ui/tables/Data';
import type { Dashboard } from '../dashboard.server';

/** Banner until a first deposit is approved. Dismissing it hides it in this browser until a deposit is submitted. */
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

const MOMENT_TITLES: Record<Moment, { title: string; icon: IconName }> = {
  'first-trade': { title: 'Your first copied trades', icon: 'copy' },
  matured: { title: 'Your plan has matured', icon: 'plans' },
  paid: { title: 'Your withdrawal was paid', icon: 'withdraw' },
  rank: { title: 'You reached a new rank', icon: 'ranking' },
};

/** Important event, shown until its reader closes it. */
export function MomentCard({ moment }: { moment: NonNullable<Dashboard['moment']> }) {
  const { id, href, text, name } = moment;
  const { title, icon } = MOMENT_TITLES[name];
  return (
    <div className="moment">
      <Card tone="accent" compact>
        <WithPicture picture={<BookPicture icon={icon} />}>
          <Cluster spread>
            <div>
              <h2 className="text-lg font-semibold">{title}</h2>
              <p>
                <Link to={href}>
                  <WithAmounts>{text}</WithAmounts>
                </Link>
              </p>
            </div>
            <PostForm at="main">
              <input type="hidden" name="from" value={id} />
              <input type="hidden" name="upTo" value={id} />
              <Button name="_intent" value="read" icon="check">
                Close
              </Button>
            </PostForm>
          </Cluster>
        </WithPicture>
      </Card>
    </div>
  );
}

export function NewsCard({ news }: Pick<Dashboard, 'news'>) {
  const [newest] = news;
  if (!newest) return null;
  return (
    <Card id="news" title="Notifications" actions={<Link to="/notifications">All notifications</Link>}>
      <Timeline
        items={news.map(({ text, href, at }) => ({
          label: (
            <Link to={href} className="inline-block min-h-6 text-ink no-underline">
              <WithAmounts>{text}</WithAmounts>
            </Link>
          ),
          icon: iconForNews(href),
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

import { Banner } from '~/ui/Banner';
import { Button } from '~/ui/Button';
import { Money, StatusBadge, Time, Timeline } from '~/ui/Data';
import { PostForm } from '~/ui/Form';
import { Card, Section } from '~/ui/Layout';
import { Link } from '~/ui/Link';
import { Notice } from '~/ui/Notice';
import { Table } from '~/ui/Table';
import type { Dashboard } from '../dashboard.server';

/** Until a first deposit was approved; put away, it stays so in this browser. */
export function FirstDepositBanner() {
  return (
    <Banner tone="warning" dismiss="/dashboard/banner">
      <FirstDeposit />
    </Banner>
  );
}

/** The same among the notifications, where it is what the number on the bell counts. */
export const FirstDepositNotice = () => (
  <Notice tone="warning">
    <FirstDeposit />
  </Notice>
);

const FirstDeposit = () => (
  <>
    you have not deposited yet click <Link to="/fundwallet">Here</Link> to make your first deposit
  </>
);

/** What the user's copies did today, by their own calendar. */
export function DailyTrades({ trades }: Pick<Dashboard, 'trades'>) {
  return (
    <Section
      title="Daily trade log"
      lead={trades.length > 0 && 'Copied trades can lose money; a good day says nothing about the next.'}
    >
      <Table
        caption="Today's copied trades, newest first"
        rows={trades}
        rowKey={({ id }) => id}
        empty="Your Trader has not placed any trades for your account Today. Trades taken by your trader today would be displayed here when available."
        columns={[
          { header: 'Trade pair', cell: ({ pair }) => pair },
          { header: 'Amount', align: 'end', cell: ({ amount }) => <Money cents={amount} /> },
          { header: 'Type', cell: ({ type }) => <StatusBadge status={type} /> },
          { header: 'Date', cell: ({ at }) => <Time at={at} /> },
          { header: 'State', cell: ({ status }) => <StatusBadge status={status} /> },
        ]}
      />
    </Section>
  );
}

/** What the user was told and has not put away yet. */
export function News({ news }: Pick<Dashboard, 'news'>) {
  const [newest] = news;
  if (!newest) return null;
  return (
    <Card title="What is new" actions={<Link to="/notifications">All</Link>}>
      <Timeline items={news.map(({ text, href, at }) => ({ label: <Link to={href}>{text}</Link>, at }))} />
      <PostForm>
        <input type="hidden" name="upTo" value={newest.id} />
        <Button>Mark as read</Button>
      </PostForm>
    </Card>
  );
}

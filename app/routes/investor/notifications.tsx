import { sumPendingDeposits } from '~/features/money/wallet/deposits/pendingDeposits.server';
import { FirstDepositNotice } from '~/features/site/dashboard/components/DayCards';
import { hasNoMoneyYet } from '~/features/site/dashboard/firstDeposit';
import { loadNotificationsPage } from '~/features/site/dashboard/notifications.server';
import { markNewsRead } from '~/features/site/dashboard/readNews.server';
import { readNewsSchema } from '~/features/site/dashboard/schema';
import { iconForNews } from '~/features/site/shell/investorNav';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { read, write } from '~/platform/db/index.server';
import { Button } from '~/ui/Button';
import { cx } from '~/ui/cx';
import { PostForm } from '~/ui/forms/Form';
import { Card, Page } from '~/ui/layout/Layout';
import { Icon } from '~/ui/pictures/Icon';
import { VisuallyHidden, WithAmounts } from '~/ui/Text';
import { CursorPager, Time } from '~/ui/tables/Data';
import { PictureIndent, Table } from '~/ui/tables/Table';
import { parseSubmission } from '~/web/form/submission.server';
import { investor } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';
import { Link, useLoaderData } from '~/web/router';

export const loader = investor.loader(async ({ user, url }) => {
  const { totals } = await readBalancesAndTotals(user.id);
  const page = await loadNotificationsPage(user.id, url.searchParams.get('before'));
  const pending = totals.totalDeposit === 0n ? await sumPendingDeposits(read(), user.id) : 0n;
  return { ...page, asksForDeposit: hasNoMoneyYet(totals) || pending > 0n, pending };
});

export const action = investor.action(async ({ user, form }) => {
  const sent = await parseSubmission(form, readNewsSchema);
  if (!sent.ok) return sent.refused;
  await write((tx) => markNewsRead(tx, user, sent.value), { users: [user.id] });
  return redirect('/notifications', 303);
});

export default function Notifications() {
  const { rows, next, isFirst, unread, newestUnread, asksForDeposit, pending } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Notifications"
      lead={unread > 0 ? `${unread} unread` : rows.length > 0 && 'You have read them all.'}
      actions={
        newestUnread && (
          <PostForm inline at="main">
            <input type="hidden" name="upTo" value={newestUnread} />
            <Button icon="check">Mark all as read</Button>
          </PostForm>
        )
      }
    >
      {asksForDeposit && <FirstDepositNotice pending={pending} />}
      <Card>
        <Table
          caption="Notifications, newest first"
          rows={rows}
          rowKey={({ id }) => id}
          icon="bell"
          empty="You have no notifications yet. News about your money, copies and plans appears here."
          dense
          columns={[
            {
              header: 'Notification',
              cell: ({ href, text, readAt }) => (
                <span className={readAt ? 'news' : 'news unread'}>
                  <Icon name={iconForNews(href)} />
                  {!readAt && <VisuallyHidden>Unread: </VisuallyHidden>}
                  <Link
                    to={href}
                    className={cx(
                      'inline-block min-h-6 text-ink no-underline hover:underline',
                      readAt ? 'font-normal' : undefined,
                    )}
                  >
                    <WithAmounts>{text}</WithAmounts>
                  </Link>
                </span>
              ),
            },
            {
              header: 'Date',
              cell: ({ at }) => (
                <>
                  <PictureIndent />
                  <Time at={at} />
                </>
              ),
            },
          ]}
        />
        <CursorPager previous={isFirst ? null : '/notifications'} next={next && `/notifications?before=${next}`} />
      </Card>
    </Page>
  );
}

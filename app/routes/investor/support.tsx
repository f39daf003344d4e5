import { OpenForm } from '~/features/people/support/components/WriteForm';
import { SUPPORT_KIND_NAMES } from '~/features/people/support/kinds';
import { getUsualAnswerWait, listThreads } from '~/features/people/support/queries.server';
import { openSchema } from '~/features/people/support/schema';
import { findMessageRefusal, openThread } from '~/features/people/support/writeToSupport.server';
import { read } from '~/platform/db/index.server';
import { createPageLinks } from '~/platform/db/paging';
import { toSafePath } from '~/platform/installation/site';
import { Card, Columns, Page } from '~/ui/layout/Layout';
import { BookPicture } from '~/ui/pictures/BookPicture';
import { CursorPager, StatusBadge, Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import { createInvestorForm, lockOwnUser } from '~/web/form/moneyForm.server';
import { investor } from '~/web/guard/index.server';
import { Link, useLoaderData, useLocation } from '~/web/router';

const openThreadForm = createInvestorForm({
  operation: 'support:open',
  schema: openSchema,
  locks: lockOwnUser,
  upload: { purpose: 'message', refuseBeforeStoring: ({ user }) => findMessageRefusal(read(), user.id) },
  run: (tx, input, { user }) => openThread(tx, user, input),
  next: ({ id }) => ({ to: `/support/${id}`, toast: { tone: 'success', text: 'Your message is with support.' } }),
});

export const loader = investor.loader(async ({ user, url }) => {
  const { searchParams } = url;
  const from = searchParams.get('from');
  return {
    ...(await listThreads(user.id, searchParams)),
    wait: await getUsualAnswerWait(),
    page: from ? toSafePath(from).slice(0, 200) : null,
    about: { kind: searchParams.get('kind') ?? undefined, subject: searchParams.get('subject') ?? undefined },
    formKey: openThreadForm.key(user.id),
  };
});

export const action = investor.action(openThreadForm.post);

export default function Support() {
  const { rows, wait, page, about, formKey, ...ways } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Page
      title="Support"
      picture={<BookPicture icon="mail" />}
      lead={`Write to us here. We answer on this page and notify you by email${wait ? `, usually after ${wait}` : ''}.`}
    >
      <Columns ratio="main-aside">
        <Card title="New request">
          <OpenForm formKey={formKey} page={page} about={about} />
        </Card>
        <Card title="Your requests">
          <Table
            caption="Your requests, newest first"
            rows={rows}
            rowKey={({ id }) => id}
            empty="You have not written to support yet."
            dense
            leads
            columns={[
              { header: 'Subject', cell: ({ id, subject }) => <Link to={`/support/${id}`}>{subject}</Link> },
              { header: 'Kind', cell: ({ kind }) => SUPPORT_KIND_NAMES[kind] },
              { header: 'Sent', cell: ({ openedAt }) => <Time at={openedAt} /> },
              { header: 'State', align: 'end', cell: ({ status }) => <StatusBadge status={status} /> },
            ]}
          />
          <CursorPager {...createPageLinks(search, ways)} />
        </Card>
      </Columns>
    </Page>
  );
}

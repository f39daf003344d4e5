import { outboxPage } from '~/features/admin/outbox.server';
import { retryMail } from '~/features/admin/retryMail.server';
import { mailIdSchema } from '~/features/admin/schema';
import { ActionProblem } from '~/features/shell/ActionProblem';
import { May } from '~/features/staff/components/May';
import { write } from '~/platform/db/index.server';
import { waysOn } from '~/platform/db/paging';
import { byAdmin } from '~/platform/states';
import { Button } from '~/ui/Button';
import { CursorPager, StatusBadge, Time } from '~/ui/Data';
import { Field } from '~/ui/Field';
import { GetForm, PostForm } from '~/ui/Form';
import { Page, Stack } from '~/ui/Layout';
import { Table } from '~/ui/Table';
import { Tabs } from '~/ui/Tabs';
import { Muted, VisuallyHidden } from '~/ui/Text';
import { submission } from '~/web/form/submission.server';
import { admin } from '~/web/guard/index.server';
import { useLoaderData, useLocation, useSearchParams } from '~/web/router';
import { redirectWithToast } from '~/web/toast.server';

export const meta = () => [{ title: 'Outbox · Mirrorbook' }];

export const loader = admin.loader('mails:read', async ({ url }) => outboxPage(url.searchParams));

export const action = admin.action('mails:send', async ({ administrator, form }) => {
  const sent = await submission(form, mailIdSchema);
  if (!sent.ok) return sent.refused;
  const retried = await write((tx) => retryMail(tx, byAdmin(administrator.id), sent.value.id));
  if (!retried.ok) return sent.refuse(retried.error);
  const text = `The mail to ${retried.value.recipient} will be tried again now`;
  return await redirectWithToast('/admin/outbox?show=failed', { tone: 'success', text });
});

const WORDS = { waiting: 'waiting', retried: 'waiting to be tried again', failed: 'given up', sent: 'sent' };

export default function Outbox() {
  const { rows, box, counts, ...ways } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const [query] = useSearchParams();
  return (
    <Page title="Outbox">
      <Tabs
        label="Mails by state"
        items={[
          { href: '/admin/outbox', label: `Waiting (${counts.waiting})` },
          { href: '/admin/outbox?show=retried', label: `Tried before (${counts.retried})` },
          { href: '/admin/outbox?show=failed', label: `Failed (${counts.failed})` },
          { href: '/admin/outbox?show=sent', label: `Sent (${counts.sent})` },
        ]}
      />
      <ActionProblem />
      <GetForm inline action="/admin/outbox" key={search}>
        <input type="hidden" name="show" value={box} />
        <Field label="To" name="to" type="search" defaultValue={query.get('to') ?? ''} autoComplete="off" />
        <Button icon="search">Search</Button>
      </GetForm>
      <Table
        caption={`Mails, ${WORDS[box]}, newest first`}
        rows={rows}
        rowKey={({ id }) => id}
        anchored
        empty={`No mail is ${WORDS[box]}.`}
        dense
        columns={[
          { header: 'Subject', cell: (row) => <About {...row} /> },
          { header: 'To', cell: ({ recipient }) => recipient || 'no address' },
          { header: 'Made', cell: ({ createdAt }) => <Time at={createdAt} /> },
          { header: 'Tries', align: 'end', spare: true, cell: ({ attempts }) => attempts },
          { header: 'State', align: 'end', cell: ({ status }) => <StatusBadge status={status} /> },
          { header: 'Sent', spare: true, cell: ({ sentAt }) => sentAt && <Time at={sentAt} /> },
        ]}
      />
      <CursorPager {...waysOn(search, ways)} />
    </Page>
  );
}

type Mail = Awaited<ReturnType<typeof outboxPage>>['rows'][number];

/** What a mail is about, and what stands in its way. */
const About = ({ id, subject, kind, recipient, status, error, nextAt }: Mail) => (
  <Stack gap="tight">
    <span>{subject}</span>
    <Muted>{kind.replaceAll('-', ' ')}</Muted>
    {error && <span>{error}</span>}
    {status === 'waiting' && (
      <Muted>
        Next try <Time at={nextAt} />
      </Muted>
    )}
    {status === 'failed' && (
      <May right="mails:send">
        <PostForm at={id}>
          <input type="hidden" name="id" value={id} />
          <Button>
            Try again
            <VisuallyHidden> to {recipient}</VisuallyHidden>
          </Button>
        </PostForm>
      </May>
    )}
  </Stack>
);

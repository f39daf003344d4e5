import { explainMailError } from '~/features/backoffice/admin/mailTrouble';
import { type Box, loadOutboxPage } from '~/features/backoffice/admin/outbox.server';
import { retryMail } from '~/features/backoffice/admin/retryMail.server';
import { mailIdSchema } from '~/features/backoffice/admin/schema';
import { May, MayLink } from '~/features/people/staff/components/May';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { createPageLinks, withQuery } from '~/platform/db/paging';
import { Button, LinkButton } from '~/ui/Button';
import { Field } from '~/ui/forms/Field';
import { GetForm, PostForm } from '~/ui/forms/Form';
import { Page, Stack } from '~/ui/layout/Layout';
import { Tabs } from '~/ui/layout/Tabs';
import { NoWrap, Small, VisuallyHidden, WithSettingNames, WrappedText } from '~/ui/Text';
import { CursorPager, Time } from '~/ui/tables/Data';
import { type Column, Table } from '~/ui/tables/Table';
import { admin } from '~/web/guard/index.server';
import { useLoaderData, useLocation, useSearchParams } from '~/web/router';
import { createKeylessFormAction } from './adminForms.server';

export const loader = admin.loader('mails:read', ({ url }) => loadOutboxPage(url.searchParams));

export const action = admin.action(
  'mails:send',
  createKeylessFormAction(
    mailIdSchema,
    (tx, by, { id }) => retryMail(tx, by, id),
    ({ recipient }) => `The mail to ${recipient} will be tried again now`,
    '/admin/outbox?show=failed',
  ),
);

const BOX_NAMES = { waiting: 'waiting', retried: 'waiting to be tried again', failed: 'failed', sent: 'sent' };

export default function Outbox() {
  const { rows, box, counts, ...ways } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const [query] = useSearchParams();
  // A URL without `show` shows the default box, and its link must equal that URL to be marked as current.
  const to = (name: Box) =>
    name === box && query.get('show') !== box ? '/admin/outbox' : `/admin/outbox?show=${name}`;
  const here = withQuery(search, { show: box });
  return (
    <Page
      title="Outbox"
      actions={
        <LinkButton to={`/admin/outbox.csv${here}`} document download>
          Download as CSV
        </LinkButton>
      }
    >
      <Tabs
        label="Mails by state"
        items={[
          { href: to('waiting'), label: `Waiting (${counts.waiting})` },
          { href: to('retried'), label: `Retrying (${counts.retried})` },
          { href: to('failed'), label: `Failed (${counts.failed})` },
          { href: to('sent'), label: `Sent (${counts.sent})` },
        ]}
      />
      <ActionProblem />
      <GetForm inline action="/admin/outbox" key={search}>
        <input type="hidden" name="show" value={box} />
        <Field label="To" name="to" type="search" defaultValue={query.get('to') ?? ''} autoComplete="off" />
        <Button icon="search">Search</Button>
      </GetForm>
      <Table
        caption={`Mails, ${BOX_NAMES[box]}, newest first`}
        rows={rows}
        rowKey={({ id }) => id}
        anchored
        empty={box === 'failed' ? 'No mail has failed.' : `No mail is ${BOX_NAMES[box]}.`}
        dense={box === 'waiting' || box === 'sent'}
        columns={COLUMNS_BY_BOX[box]}
      />
      <CursorPager {...createPageLinks(here, ways)} />
    </Page>
  );
}

type Mail = Awaited<ReturnType<typeof loadOutboxPage>>['rows'][number];

const SUBJECT_COLUMN: Column<Mail> = { header: 'Subject', cell: ({ subject }) => subject.replace(/^\[paper\] /, '') };

const TO_COLUMN: Column<Mail> = { header: 'To', cell: Recipient };

/** Recipient of a mail: a link to the person or, for an unknown recipient, the address. */
function Recipient({ recipient, person }: Pick<Mail, 'recipient' | 'person'>) {
  if (!person) return recipient ? <WrappedText>{recipient}</WrappedText> : 'no address';
  const [, , page] = person.href.split('/');
  return (
    <MayLink
      right={page === 'staff' ? 'staff:read' : page === 'support' ? 'support:read' : 'users:read'}
      to={person.href}
    >
      {person.name}
    </MayLink>
  );
}

/** Column with the address, which often causes failures. */
const ADDRESS_COLUMN: Column<Mail> = {
  header: 'To',
  cell: ({ recipient, person }) => (
    <Stack gap="tight">
      <Recipient recipient={recipient} person={person} />
      {person && (
        <Small>
          <WrappedText>{recipient}</WrappedText>
        </Small>
      )}
    </Stack>
  ),
};

const PHONE_COLUMN: Column<Mail> = {
  header: 'To, and when',
  slim: true,
  cell: ({ recipient, person, createdAt, sentAt }) => (
    <>
      {person?.name ?? recipient ?? 'no address'} · <Time at={sentAt ?? createdAt} />
    </>
  ),
};

const CREATED_COLUMN: Column<Mail> = { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> };

const TRIES_COLUMN: Column<Mail> = { header: 'Tries', align: 'end', spare: true, cell: ({ attempts }) => attempts };

const PROBLEM_COLUMN: Column<Mail> = {
  header: 'Last problem',
  cell: ({ error }) => error && <MailProblem error={error} />,
};

function MailProblem({ error }: { error: string }) {
  const { message, answer } = explainMailError(error);
  return (
    <Stack gap="tight">
      <span>
        <WithSettingNames>{message}</WithSettingNames>
      </span>
      {answer && <Small>The mail server’s answer: {answer}</Small>}
    </Stack>
  );
}

const SENT_COLUMN: Column<Mail> = { header: 'Sent', spare: true, cell: ({ sentAt }) => sentAt && <Time at={sentAt} /> };

const NEXT_TRY_COLUMN: Column<Mail> = { header: 'Next try', cell: ({ nextAt }) => <Time at={nextAt} /> };

const RETRY_COLUMN: Column<Mail> = {
  header: 'Action',
  align: 'end',
  cell: ({ id, recipient, person }) => (
    <May right="mails:send">
      <PostForm at={id}>
        <input type="hidden" name="id" value={id} />
        <Button>
          <NoWrap>Try again</NoWrap>
          <VisuallyHidden> to {person?.name ?? recipient}</VisuallyHidden>
        </Button>
      </PostForm>
    </May>
  ),
};

/** Columns by box: few for waiting and sent mails, with the error for the others. */
const COLUMNS_BY_BOX: Record<Box, readonly Column<Mail>[]> = {
  waiting: [
    SUBJECT_COLUMN,
    { ...TO_COLUMN, spare: true },
    PHONE_COLUMN,
    { ...CREATED_COLUMN, spare: true },
    TRIES_COLUMN,
    { ...NEXT_TRY_COLUMN, spare: true },
  ],
  retried: [SUBJECT_COLUMN, ADDRESS_COLUMN, PROBLEM_COLUMN, TRIES_COLUMN, NEXT_TRY_COLUMN],
  failed: [SUBJECT_COLUMN, ADDRESS_COLUMN, PROBLEM_COLUMN, TRIES_COLUMN, CREATED_COLUMN, RETRY_COLUMN],
  sent: [SUBJECT_COLUMN, { ...TO_COLUMN, spare: true }, PHONE_COLUMN, TRIES_COLUMN, SENT_COLUMN],
};

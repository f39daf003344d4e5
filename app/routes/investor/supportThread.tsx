import { Messages } from '~/features/people/support/components/Messages';
import { ReplyForm } from '~/features/people/support/components/WriteForm';
import { SUPPORT_KIND_NAMES } from '~/features/people/support/kinds';
import { MAX_THREAD_MESSAGES } from '~/features/people/support/limits';
import { findThread, getUsualAnswerWait } from '~/features/people/support/queries.server';
import { writeSchema } from '~/features/people/support/schema';
import { findMessageRefusal, writeInThread } from '~/features/people/support/writeToSupport.server';
import { read } from '~/platform/db/index.server';
import { pageTitle } from '~/platform/text/productName';
import { LinkButton } from '~/ui/Button';
import { Card, Cluster, Page } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { StatusBadge, Time } from '~/ui/tables/Data';
import { createInvestorForm, lockOwnUser } from '~/web/form/moneyForm.server';
import { investor } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Support request') }];

const writeForm = createInvestorForm({
  operation: 'support:write',
  schema: writeSchema,
  locks: lockOwnUser,
  upload: { purpose: 'message', refuseBeforeStoring: ({ user }) => findMessageRefusal(read(), user.id) },
  run: (tx, input, { user }) => writeInThread(tx, user, input),
  next: ({ id }) => ({ to: `/support/${id}`, toast: { tone: 'success', text: 'Your message is with support.' } }),
});

export const loader = investor.loader(async ({ user, params }) => {
  const found = await findThread(user.id, params.id ?? '');
  if (!found) throw data('There is no such request.', { status: 404 });
  const waits = found.thread.status === 'waiting' && !found.thread.answerBy;
  return { ...found, wait: waits ? await getUsualAnswerWait() : null, formKey: writeForm.key(user.id) };
});

export const action = investor.action(writeForm.post);

// Reloads after refusals too, since an answer may have arrived meanwhile.
export const shouldRevalidate = () => true;

export default function SupportThread() {
  const { thread, messages, wait, formKey } = useLoaderData<typeof loader>();
  const { id, kind, subject, status, answerBy, answeredAt } = thread;
  return (
    <Page
      title={subject}
      lead={
        <Cluster>
          {SUPPORT_KIND_NAMES[kind]} <StatusBadge status={status} />
        </Cluster>
      }
      width="main"
      actions={<LinkButton to="/support">All requests</LinkButton>}
    >
      {answerBy && !answeredAt && (
        <Notice>
          We answer your complaint by <Time at={answerBy} dateOnly />.
        </Notice>
      )}
      {wait && <Notice>Your message is with support. An answer usually takes {wait}, based on recent requests.</Notice>}
      <Messages messages={messages} names={{ investor: 'You', staff: 'Support' }} atMost={2 * MAX_THREAD_MESSAGES} />
      <Card title={status === 'closed' ? 'Not solved? Write again' : 'Write more'}>
        <ReplyForm formKey={formKey} id={id} />
      </Card>
    </Page>
  );
}

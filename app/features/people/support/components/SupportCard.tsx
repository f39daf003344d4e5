import type { ReactNode } from 'react';
import { type Check, DecisionForm, type Opened, OpenItem } from '~/features/backoffice/components';
import { MayLink } from '~/features/people/staff/components/May';
import { SelectField, TextAreaField } from '~/ui/forms/Field';
import { Disclosure } from '~/ui/layout/Disclosure';
import { Cluster, Stack } from '~/ui/layout/Layout';
import { Code, Small } from '~/ui/Text';
import { DefinitionList, Money, MoneyInOrOut, Time } from '~/ui/tables/Data';
import { Link } from '~/web/router';
import { COMPLAINT, REPORT, SUPPORT_KIND_NAMES } from '../kinds';
import { MAX_MESSAGE_LENGTH, MAX_THREAD_MESSAGES } from '../limits';
import type { QueuedThread, SupportContext } from '../queries.server';
import { Messages } from './Messages';

type Props = Opened & Pick<QueuedThread, 'thread' | 'owner'> & SupportContext;

export function SupportCard({ thread, owner, messages, context, replies, ...opened }: Props) {
  const { id, kind, subject, page, openedAt } = thread;
  const row = { id, keys: opened.keys };
  const answer = [
    {
      as: SelectField,
      name: 'text',
      label: 'Saved reply',
      bare: true,
      options: replies,
      placeholder: 'No saved reply',
      required: false,
    },
    { as: TextAreaField, name: 'message', label: 'Answer', maxLength: MAX_MESSAGE_LENGTH },
  ];
  return (
    <OpenItem
      {...opened}
      checks={KINDS_SHOWN_BELOW}
      decisions={
        <>
          <DecisionForm {...row} decision="answer" button="Answer" tall fields={answer} />
          <DecisionForm {...row} decision="add" button="Send more" tall fields={answer} />
          <DecisionForm {...row} decision="acknowledge" button="Acknowledge complaint" quiet />
          <DecisionForm {...row} decision="complain" button="Mark as complaint" quiet />
          <DecisionForm {...row} decision="close" button="Close" quiet />
          <DecisionForm {...row} decision="reopen" button="Open again" quiet />
        </>
      }
    >
      <Stack gap="tight">
        <p className="font-semibold wrap-anywhere">{subject}</p>
        <Small>
          {SUPPORT_KIND_NAMES[kind]}, <Time at={openedAt} />
          {page && (
            <>
              , from <Code>{page}</Code>
            </>
          )}
        </Small>
        <Deadlines thread={thread} />
      </Stack>
      <Messages
        messages={messages}
        names={{ investor: `${owner.firstName} ${owner.lastName}`, staff: 'Support' }}
        atMost={2 * MAX_THREAD_MESSAGES}
      />
      <Context owner={owner} context={context} />
    </OpenItem>
  );
}

/** Kinds marked in the list; this page shows them below the subject instead. */
const KINDS_SHOWN_BELOW: Check[] = [COMPLAINT, REPORT].map((risk) => ({ risk, content: null }));

function Deadlines({ thread: { acknowledgeBy, acknowledgedAt, answerBy, answeredAt } }: Pick<QueuedThread, 'thread'>) {
  if (!acknowledgeBy || !answerBy) return null;
  return (
    <Small>
      {acknowledgedAt ? 'Acknowledged' : 'To be acknowledged by'} <Time at={acknowledgedAt ?? acknowledgeBy} dateOnly />
      . {answeredAt ? 'Answered' : 'Answer due'} <Time at={answeredAt ?? answerBy} dateOnly />.
    </Small>
  );
}

function Context({ owner, context }: Pick<Props, 'owner' | 'context'>) {
  const { person, worth, copies, movements, others } = context;
  const file = `/admin/users/${owner.id}`;
  const more = (part: string, label: ReactNode) => (
    <MayLink right="users:read" to={`${file}/${part}`}>
      {label}
    </MayLink>
  );
  return (
    <Disclosure summary="The investor" open>
      <DefinitionList
        items={[
          {
            term: 'Account',
            detail: (
              <>
                {person?.status === 'closed' ? 'Closed' : person?.frozenAt ? 'Frozen' : 'Open'}
                {person && (
                  <>
                    , since <Time at={person.createdAt} dateOnly />
                  </>
                )}
              </>
            ),
          },
          { term: 'Total', detail: <Money cents={worth.total} /> },
          { term: 'Available', detail: <Money cents={worth.available} /> },
          { term: 'Held for withdrawals', detail: <Money cents={worth.held} /> },
          { term: more('copies', 'Copies that run'), detail: copies },
          ...movements.map(({ at, title, change }) => ({
            term: (
              <>
                {title}, <Time at={at} />
              </>
            ),
            detail: <MoneyInOrOut cents={change} />,
          })),
          ...others.map(({ id, subject, status }) => ({
            term: <Link to={`/admin/support?show=all&item=${id}`}>{subject}</Link>,
            detail: status,
          })),
        ]}
      />
      <Cluster gap="normal">
        {more('statement', 'Statement')}
        {more('deposits', 'Deposits')}
        {more('withdrawals', 'Withdrawals')}
        {more('documents', 'Documents')}
        {more('events', 'Events')}
      </Cluster>
    </Disclosure>
  );
}

import { ChangeHistory } from '~/features/auditLog/components/ChangeHistory';
import { breakPage, settledPage, sourceOf } from '~/features/reconciliation/breaks.server';
import { coinText } from '~/features/reconciliation/coinText';
import { BookForm, LinkForm, NoteForm, SettleForm, UndoForm } from '~/features/reconciliation/components/breakForms';
import { BREAK_TITLES, Coins, HOW } from '~/features/reconciliation/components/tables';
import { type BookedMovement, centsOf } from '~/features/reconciliation/movements.server';
import { OWN_MONEY } from '~/features/reconciliation/schema';
import type { KeptLine } from '~/features/reconciliation/takeLines.server';
import { ActionProblem } from '~/features/shell/ActionProblem';
import { May } from '~/features/staff/components';
import { formatUsd, plainUsd } from '~/ledger/money';
import { now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { utcText } from '~/platform/text/dayText';
import { may } from '~/signIns/rights';
import { Button, LinkButton } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Link } from '~/ui/Link';
import { Card, Page, Section } from '~/ui/layout/Layout';
import { Typed } from '~/ui/Text';
import { Age, DefinitionList, Money, Time } from '~/ui/tables/Data';
import { admin } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';
import { BREAK_ACTIONS, bookForm } from './break.form.server';
import { methodOf, pathOf } from './source.form.server';

export const meta = () => [{ title: 'Break · Mirrorbook' }];

export const loader = admin.loader('books:read', async (context) => {
  const method = await methodOf(context);
  const id = context.params.id ?? '';
  const source = await sourceOf(read(), method.code);
  const open = source && (await breakPage(source, id));
  const settled = open ? null : await settledPage(id);
  if (!open && !settled) throw data('There is no such break.', { status: 404 });
  const [line] = open?.found.lines ?? [];
  const worth = line ? centsOf(method.code, line.amount - line.fee) : null;
  const isBooked = line && may(context.administrator, 'reserves:change');
  return {
    method,
    path: pathOf(method),
    me: context.administrator.id,
    open,
    settled,
    book: isBooked
      ? {
          formKey: bookForm.key(context.administrator.id, { method: method.code, id }),
          amount: worth === null ? undefined : plainUsd(worth),
        }
      : null,
    at: now(),
  };
});

export const action = admin.actions(
  {
    take: 'statements:change',
    'give-back': 'statements:change',
    note: 'statements:change',
    link: 'statements:change',
    settle: 'statements:change',
    undo: 'statements:change',
    book: 'reserves:change',
  },
  BREAK_ACTIONS,
);

const lineFacts = ({ at, amount, fee, transactionId, address, note }: KeptLine) => [
  { term: 'Booked', detail: <Time at={at} /> },
  { term: 'Amount', detail: <Coins units={amount} /> },
  { term: 'Fee', detail: fee === 0n ? '–' : <Coins units={fee} /> },
  { term: 'Transaction', detail: transactionId ? <Typed>{transactionId}</Typed> : '–' },
  { term: 'Address', detail: address ? <Typed>{address}</Typed> : '–' },
  { term: 'Note', detail: note ? <Typed>{note}</Typed> : '–' },
];

const movementFacts = ({ thing, id, owner, cents, amount, until, typed }: BookedMovement) => [
  {
    term: thing === 'deposit' ? 'Deposit of' : 'Withdrawal of',
    detail: <Link to={hrefOf(thing, id)}>{owner.name}</Link>,
  },
  { term: 'Booked', detail: <Time at={new Date(until)} /> },
  { term: 'Dollars', detail: <Money cents={cents} /> },
  { term: 'In the coin', detail: amount === null ? '–' : <Coins units={amount} /> },
  { term: 'Transaction', detail: typed ? <Typed>{typed}</Typed> : '–' },
];

const hrefOf = (thing: string, id: string) => `/admin/${thing}s?show=all&item=${id}`;

const movementChoice = ({ id, thing, owner, cents, amount, until }: BookedMovement) => ({
  value: id,
  label: `${thing} of ${owner.name}`,
  detail: [formatUsd(cents), amount === null ? '' : coinText(amount), utcText(new Date(until))]
    .filter(Boolean)
    .join(', '),
});

const lineChoice = ({ id, amount, at, transactionId }: KeptLine) => ({
  value: id,
  label: coinText(amount),
  detail: [utcText(at), transactionId?.slice(0, 16)].filter(Boolean).join(', '),
});

/** One break: what is known of it, what it could be, and the forms that say what it is. */
export default function Break() {
  const { path, open, settled } = useLoaderData<typeof loader>();
  const history = open?.history ?? settled?.history ?? [];
  return (
    <Page
      title={open ? BREAK_TITLES[open.found.kind] : 'Settled'}
      actions={<LinkButton to={path}>All breaks</LinkButton>}
    >
      <ActionProblem />
      {open ? <Open /> : <Settled />}
      <ChangeHistory events={history} />
    </Page>
  );
}

function Open() {
  const { method, path, me, open, book, at } = useLoaderData<typeof loader>();
  if (!open) return null;
  const { found, booked, waiting, lines, same } = open;
  const [line] = found.lines;
  const options = line ? booked.map(movementChoice) : lines.map(lineChoice);
  const takenBy = found.mark?.takenBy;
  return (
    <>
      <Section
        id="taken"
        title={takenBy ? `${takenBy.id === me ? 'You have' : `${takenBy.name} has`} taken it` : 'Nobody has taken it'}
        lead={
          <>
            {method.name}, <Age since={found.since} at={at} /> old.
            {found.difference !== null && ` The statement has ${coinText(found.difference)} more than the books.`}
          </>
        }
      >
        <May right="statements:change">
          <PostForm inline at="taken">
            <input type="hidden" name="_intent" value={takenBy?.id === me ? 'give-back' : 'take'} />
            {takenBy && <input type="hidden" name="from" value={takenBy.id} />}
            <Button>{takenBy?.id === me ? 'Give it back' : takenBy ? 'Take it over' : 'Take it'}</Button>
          </PostForm>
        </May>
      </Section>
      {found.lines.map((each) => (
        <Card key={each.id} title="On the statement">
          <DefinitionList items={lineFacts(each)} />
        </Card>
      ))}
      {found.movements.map((each) => (
        <Card key={each.id} title="In the books">
          <DefinitionList items={movementFacts(each)} />
        </Card>
      ))}
      {same.length > 0 && (
        <Section title="Other lines of this transaction">
          <ul>
            {same.map((each) => (
              <li key={each.id}>
                <Link to={`${path}/breaks/${each.id}`}>{coinText(each.amount)}</Link>, <Time at={each.at} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {waiting.length > 0 && (
        <Section title="Deposits that wait" lead="If it is one of them, approve it there. Then it is matched.">
          <ul>
            {waiting.map(({ id, owner, cents }) => (
              <li key={id}>
                <Link to={hrefOf('deposit', id)}>{owner.name}</Link>, <Money cents={cents} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <May right="statements:change">
        {options.length > 0 && (
          <Card title={line ? 'It is in the books' : 'It is on the statement'}>
            <LinkForm options={options} label={line ? 'Which one it is' : 'Which line it is'} />
          </Card>
        )}
        <Card title="Nothing has to be booked">
          <SettleForm choices={line ? ['repeated', 'dust'] : ['elsewhere']} />
        </Card>
        {line && book && (
          <Card title="It is the operator’s money">
            <BookForm choices={line.amount < 0n ? ['fee', 'own'] : ['own']} {...book} back={path} />
          </Card>
        )}
        <Card title="For the others">
          <NoteForm />
        </Card>
      </May>
    </>
  );
}

function Settled() {
  const { settled } = useLoaderData<typeof loader>();
  const [first] = settled?.matches ?? [];
  if (!settled || !first) return null;
  const who = first.name ?? (first.matchedBy ? 'another administrator' : null);
  return (
    <>
      <Card title={who ? `Settled by ${who}` : 'Found by itself'}>
        <DefinitionList
          items={[
            { term: 'Is', detail: HOW[first.how] ?? first.how },
            { term: 'Since', detail: <Time at={first.at} /> },
            { term: 'Reason', detail: first.reason ? <Typed>{first.reason}</Typed> : '–' },
            ...settled.matches.flatMap(({ id, thing, thingId }) =>
              thing && thingId
                ? [
                    {
                      term: thing,
                      detail: (
                        <Link key={id} to={hrefOf(thing, thingId)}>
                          {thingId}
                        </Link>
                      ),
                    },
                  ]
                : [],
            ),
          ]}
        />
      </Card>
      {who && !(first.how in OWN_MONEY) && (
        <May right="statements:change">
          <Card title="It was said wrongly">
            <UndoForm group={first.groupId} />
          </Card>
        </May>
      )}
    </>
  );
}

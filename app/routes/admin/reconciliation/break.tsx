import { ChangeHistory } from '~/features/auditLog/components/ChangeHistory';
import { breakPage, settledPage, sourceOf } from '~/features/reconciliation/breaks.server';
import { coinText } from '~/features/reconciliation/coinText';
import {
  BookForm,
  CorrectForm,
  CreditForm,
  DifferingForm,
  ElsewhereForm,
  LinkForm,
  NoteForm,
  ResolveForm,
  ReturnForm,
  UndoForm,
} from '~/features/reconciliation/components/breakForms';
import { BREAK_TITLES, Coins, HOW, itemPath } from '~/features/reconciliation/components/tables';
import { linesTogether, lineText, toldElsewhere } from '~/features/reconciliation/lineToBook.server';
import { type BookedMovement, centsOf } from '~/features/reconciliation/movements.server';
import { heldReceipts, type Receipt, receiptOf } from '~/features/reconciliation/receipts.server';
import { isPosted } from '~/features/reconciliation/schema';
import { mayBeCorrected, worthOf } from '~/features/reconciliation/statements/correctLine.server';
import { movedBy } from '~/features/reconciliation/statements/statementLine';
import type { KeptLine } from '~/features/reconciliation/statements/takeLines.server';
import { ActionProblem } from '~/features/shell/ActionProblem';
import { May } from '~/features/staff/components';
import { formatUsd, plainUsd } from '~/ledger/money';
import { now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { utcText } from '~/platform/text/dayText';
import { pageTitle } from '~/platform/text/productName';
import { may } from '~/signIns/rights';
import { Button, LinkButton } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Link } from '~/ui/Link';
import { Card, Page, Section } from '~/ui/layout/Layout';
import { Id, shortId, Typed } from '~/ui/Text';
import { Age, DefinitionList, Money, Time } from '~/ui/tables/Data';
import { admin } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';
import {
  BREAK_ACTIONS,
  bookForm,
  correctForm,
  creditForm,
  differingForm,
  elsewhereForm,
  returnForm,
  undoForm,
} from './break.form.server';
import { methodOf, pathOf } from './source.form.server';

export const meta = () => [{ title: pageTitle('Break') }];

export const loader = admin.loader('books:read', async (context) => {
  const method = await methodOf(context);
  const id = context.params.id ?? '';
  const source = await sourceOf(read(), method.code);
  const open = source && (await breakPage(source, id));
  const settled = open ? null : await settledPage(id);
  if (!open && !settled) throw data('There is no such break.', { status: 404 });
  const [line] = open?.found.lines ?? [];
  const together = open && line ? linesTogether(open.found, line) : [];
  const worth = line
    ? centsOf(
        method.code,
        together.reduce((sum, each) => sum + movedBy(each), 0n),
      )
    : null;
  const receipt = settled && (await receiptOf(read(), id));
  const receipts = line && line.amount < 0n ? await heldReceipts(read(), method.code) : [];
  const wrong = line && open ? [...open.booked.filter((each) => mayBeCorrected(line, each)), ...open.byHand] : [];
  const amount = (cents: bigint | null | undefined) => (cents ? plainUsd(cents) : undefined);
  const { administrator } = context;
  const keyOf = ({ key }: Pick<typeof bookForm, 'key'>) => key(administrator.id, { method: method.code, id });
  const books = line && may(administrator, 'reserves:change');
  const says = may(administrator, 'statements:change');
  const told = books ? await toldElsewhere(read(), line) : null;
  const alike = told && !told.isSure ? lineText(told.line) : undefined;
  return {
    method,
    path: pathOf(method),
    me: context.administrator.id,
    open,
    settled,
    receipt,
    receipts,
    wrong,
    book: books ? { formKey: keyOf(bookForm), amount: amount(worth), alike } : null,
    correct:
      line && open && wrong[0] && may(administrator, 'payments:decide')
        ? {
            formKey: keyOf(correctForm),
            amount: amount(
              worthOf(open.found, line, wrong[0]) ?? open.byHand.find(({ id }) => id === wrong[0]?.id)?.cents,
            ),
          }
        : null,
    sendBack:
      books && receipts.length > 0
        ? { formKey: keyOf(returnForm), amount: amount(worth ?? receipts[0]?.held), alike }
        : null,
    credit: receipt?.held && may(administrator, 'balances:change') ? { formKey: keyOf(creditForm) } : null,
    differing: open && says ? { formKey: keyOf(differingForm) } : null,
    elsewhere: open && !line && says ? { formKey: keyOf(elsewhereForm) } : null,
    undo: settled && says && !settled.matches.some(({ how }) => isPosted(how)) ? { formKey: keyOf(undoForm) } : null,
    at: now(),
  };
});

export const action = admin.actions(
  {
    take: 'statements:change',
    'give-back': 'statements:change',
    note: 'statements:change',
    link: 'statements:change',
    'link-differing': 'statements:change',
    resolve: 'statements:change',
    undo: 'statements:change',
    elsewhere: 'statements:change',
    book: 'reserves:change',
    correct: 'payments:decide',
    credit: 'balances:change',
    return: 'reserves:change',
  },
  BREAK_ACTIONS,
);

const lineFacts = ({ at, amount, fee, transactionId, address, note }: KeptLine, method: string) => [
  { term: 'Booked', detail: <Time at={at} /> },
  { term: 'Amount', detail: <Coins units={amount} of={method} /> },
  { term: 'Fee', detail: fee === 0n ? '–' : <Coins units={fee} of={method} /> },
  { term: 'Transaction', detail: transactionId ? <Id>{transactionId}</Id> : '–' },
  { term: 'Address', detail: address ? <Id>{address}</Id> : '–' },
  { term: 'Note', detail: note ? <Typed>{note}</Typed> : '–' },
];

/** Lines of one break that its page shows. */
const LINES_SHOWN = 5;

/** What a movement is called, before the name of whose it is. */
const CALLED = { deposit: 'Deposit', withdrawal: 'Withdrawal', return: 'Returned withdrawal' };

const movementFacts = ({ thing, itemId, owner, cents, amount, until, typed }: BookedMovement, method: string) => [
  {
    term: `${CALLED[thing]} of`,
    detail: <Link to={itemPath(thing, itemId)}>{owner.name}</Link>,
  },
  { term: 'Booked', detail: <Time at={new Date(until)} /> },
  { term: 'Dollars', detail: <Money cents={cents} /> },
  { term: 'In the coin', detail: amount === null ? '–' : <Coins units={amount} of={method} /> },
  { term: 'Transaction', detail: typed ? <Id>{typed}</Id> : '–' },
];

/** What speaks for a match beside the amount. */
type Common = { common?: 'transaction' | 'address' | null };

const commonText = ({ common }: Common) => (common ? `same ${common}` : '');

/** The one match that more than the amount speaks for; undefined where it could be several. */
const suggestedOf = (options: readonly ({ value: string } & Common)[]) => {
  const [suggested, ...others] = options.filter(({ common }) => common);
  return others.length === 0 ? suggested?.value : undefined;
};

const movementChoice = ({ id, thing, owner, cents, amount, until, common }: BookedMovement & Common) => ({
  value: id,
  label: `${CALLED[thing]} of ${owner.name}`,
  detail: [formatUsd(cents), amount === null ? '' : coinText(amount), utcText(new Date(until)), commonText({ common })]
    .filter(Boolean)
    .join(', '),
});

const lineChoice = ({ id, amount, at, transactionId, common }: KeptLine & Common) => ({
  value: id,
  label: coinText(amount),
  detail: [utcText(at), transactionId && shortId(transactionId), commonText({ common })].filter(Boolean).join(', '),
});

const receiptChoice = ({ line: { id, amount, at, transactionId, note }, held }: Receipt) => ({
  value: id,
  label: `${formatUsd(held)} held`,
  detail: [coinText(amount), utcText(at), transactionId ? shortId(transactionId) : note].filter(Boolean).join(', '),
});

/** One break: what is known of it, what it could be, and the forms that resolve it. */
export default function Break() {
  const { method, path, open, settled } = useLoaderData<typeof loader>();
  const history = open?.history ?? settled?.history ?? [];
  return (
    <Page
      title={open ? BREAK_TITLES[open.found.kind] : 'Resolved break'}
      actions={<LinkButton to={path}>Reconcile {method.name}</LinkButton>}
    >
      <ActionProblem />
      {open ? <Open /> : <Resolved />}
      <ChangeHistory events={history} />
    </Page>
  );
}

function Open() {
  const { method, path, me, open, wrong, receipts, book, correct, sendBack, differing, elsewhere, at } =
    useLoaderData<typeof loader>();
  if (!open) return null;
  const { found, booked, waiting, lines, same } = open;
  const [line] = found.lines;
  const choices = line
    ? booked.map(({ isAlike, ...each }) => ({ ...movementChoice(each), common: each.common, isAlike }))
    : lines.map(({ isAlike, ...each }) => ({ ...lineChoice(each), common: each.common, isAlike }));
  const [alike, others] = [true, false].map((is) => choices.filter(({ isAlike }) => isAlike === is)) as [
    typeof choices,
    typeof choices,
  ];
  const label = line ? 'Payment' : 'Statement line';
  const takenBy = found.mark?.takenBy;
  const isSmall = found.kind === 'small';
  return (
    <>
      <Section
        id="taken"
        title={takenBy ? `Assigned to ${takenBy.id === me ? 'you' : takenBy.name}` : 'Assigned to nobody'}
        lead={
          <>
            {method.name}, <Age since={found.since} at={at} /> old.
            {found.difference !== null &&
              ` The statement has ${coinText(found.difference, method.code)} more than the books.`}
          </>
        }
      >
        <May right="statements:change">
          <PostForm inline at="taken">
            <input type="hidden" name="_intent" value={takenBy?.id === me ? 'give-back' : 'take'} />
            {takenBy && <input type="hidden" name="from" value={takenBy.id} />}
            <Button>{takenBy?.id === me ? 'Unassign' : takenBy ? 'Reassign to me' : 'Assign to me'}</Button>
          </PostForm>
        </May>
      </Section>
      {found.lines.slice(0, LINES_SHOWN).map((each) => (
        <Card key={each.id} title="On the statement">
          <DefinitionList items={lineFacts(each, method.code)} />
        </Card>
      ))}
      {found.lines.length > LINES_SHOWN && (
        <p>
          These are {LINES_SHOWN} of {found.lines.length} lines, together{' '}
          <Coins units={found.lines.reduce((sum, { amount }) => sum + amount, 0n)} of={method.code} />.
        </p>
      )}
      {found.movements.map((each) => (
        <Card key={each.id} title="In the books">
          <DefinitionList items={movementFacts(each, method.code)} />
        </Card>
      ))}
      {same.length > 0 && (
        <Section title="Other lines of this transaction">
          <ul>
            {same.map((each) => (
              <li key={each.id}>
                <Link to={`${path}/breaks/${each.id}`}>{coinText(each.amount, method.code)}</Link>,{' '}
                <Time at={each.at} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {waiting.length > 0 && (
        <Section
          title="Pending deposits"
          lead="If it is one of these, approve it in the queue, and match the lines of this method again."
        >
          <ul>
            {waiting.map(({ id, owner, cents }) => (
              <li key={id}>
                <Link to={itemPath('deposit', id)}>{owner.name}</Link>, <Money cents={cents} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <May right="statements:change">
        {alike.length > 0 && (
          <Card title={line ? 'Match with a payment in the books' : 'Match with a statement line'}>
            <LinkForm options={alike} label={label} suggested={suggestedOf(alike)} />
          </Card>
        )}
        {correct && (
          <Card
            title="Correct a deposit"
            lead="One that was credited with another amount, or by hand without a method, is reversed, and one of this method and amount is credited. Its owner is told of both."
          >
            <CorrectForm options={wrong.map(movementChoice)} {...correct} back={path} />
          </Card>
        )}
        {differing && others.length > 0 && (
          <Card
            title={`Match with ${line ? 'a payment' : 'a line'} whose amount differs`}
            lead="The statement and the books then have different amounts for good. If a deposit was credited with the wrong amount, correct it instead."
          >
            <DifferingForm options={others} label={label} {...differing} back={path} />
          </Card>
        )}
        {sendBack && (
          <Card title="Book as an unidentified receipt sent back">
            <ReturnForm options={receipts.map(receiptChoice)} {...sendBack} back={path} />
          </Card>
        )}
        {line && book && (
          <Card title={isSmall ? 'Book these lines' : 'Book this line'}>
            <BookForm
              choices={isSmall ? ['own'] : line.amount < 0n ? ['fee', 'own'] : ['unidentified', 'own']}
              {...book}
              back={path}
            />
          </Card>
        )}
        <Card title="Resolve without a journal entry">
          {elsewhere ? (
            <ElsewhereForm {...elsewhere} back={path} />
          ) : (
            <ResolveForm choices={isSmall ? ['dust'] : ['repeated', 'dust']} />
          )}
        </Card>
        <Card title="Note for other administrators">
          <NoteForm />
        </Card>
      </May>
    </>
  );
}

function Resolved() {
  const { method, path, settled, receipt, credit, undo } = useLoaderData<typeof loader>();
  const [first] = settled?.matches ?? [];
  if (!settled || !first) return null;
  const who = first.name ?? (first.matchedBy ? 'another administrator' : null);
  return (
    <>
      <Card title={who ? `Resolved by ${who}` : 'Matched automatically'}>
        <DefinitionList
          items={[
            { term: 'As', detail: HOW[first.how] },
            { term: 'On', detail: <Time at={first.at} /> },
            { term: 'Reason', detail: first.reason ? <Typed>{first.reason}</Typed> : '–' },
            ...settled.matches.flatMap(({ id, thing, itemId }) =>
              thing && itemId
                ? [
                    {
                      term: CALLED[thing],
                      detail: (
                        <Link key={id} to={itemPath(thing, itemId)}>
                          Open it
                        </Link>
                      ),
                    },
                  ]
                : [],
            ),
          ]}
        />
      </Card>
      {receipt && (
        <Card
          title="Unidentified receipt"
          lead={
            receipt.held > 0n
              ? 'Credit it once its owner is known. If it was sent back, book the line of that on its own page.'
              : 'Nothing of it is held any more.'
          }
        >
          <DefinitionList
            items={[{ term: 'Held', detail: <Money cents={receipt.held} /> }, ...lineFacts(receipt.line, method.code)]}
          />
          {credit && <CreditForm {...credit} back={path} />}
        </Card>
      )}
      {undo && (
        <Card
          title="Reopen this break"
          lead={first.matchedBy ? undefined : 'Its lines are not matched automatically any more.'}
        >
          <UndoForm group={first.groupId} {...undo} back={path} />
        </Card>
      )}
    </>
  );
}

import type { ComponentProps, ReactNode } from 'react';
import { ChangeHistory } from '~/features/backoffice/auditLog/components/ChangeHistory';
import {
  canBePaymentFor,
  computeCorrectedWorth,
  findHeldReceipts,
  findReceipt,
  type ReceivedLine,
} from '~/features/money/reconciliation/book.server';
import { loadBreakPage, loadResolvedPage } from '~/features/money/reconciliation/breaks.server';
import { BREAK_TITLES, Coins, getItemPath, MATCH_LABELS } from '~/features/money/reconciliation/components/tables';
import { computeBalanceChange, type StoredLine, statementCoinText } from '~/features/money/reconciliation/line';
import { type BookedMovement, toCents } from '~/features/money/reconciliation/movements.server';
import {
  findBookedElsewhere,
  formatStatementLine,
  selectLinesTogether,
} from '~/features/money/reconciliation/resolve.server';
import {
  BOOKINGS,
  BREAK_SCHEMAS,
  type BreakIntent,
  isPosted,
  ON_NO_STATEMENT,
  RESOLUTIONS,
} from '~/features/money/reconciliation/schema';
import type { Method } from '~/features/money/reconciliation/sources.server';
import { findSource } from '~/features/money/reconciliation/statements/importLines.server';
import { May } from '~/features/people/staff/components/May';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { formatPlainUsd, formatUsd } from '~/ledger/money';
import { now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { capitalise } from '~/platform/text/capitalised';
import { utcText } from '~/platform/text/dayText';
import { pageTitle } from '~/platform/text/productName';
import { hasRight } from '~/signIns/rights';
import { Button, LinkButton } from '~/ui/Button';
import { ActionForm, REASON_FIELD, type Schema } from '~/ui/forms/ActionForm';
import { Checkbox, RadioCards } from '~/ui/forms/ChoiceFields';
import { SelectField } from '~/ui/forms/Field';
import { PostForm } from '~/ui/forms/Form';
import { MoneyField } from '~/ui/forms/MoneyField';
import { PreviewedForm } from '~/ui/forms/PreviewedForm';
import { Link } from '~/ui/Link';
import { Card, Columns, Page, Section, Stack } from '~/ui/layout/Layout';
import { Id, shortId, WrappedText } from '~/ui/Text';
import { Age, DefinitionList, Money, Time } from '~/ui/tables/Data';
import { type AdminContext, admin } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';
import { listColleagues } from '../decide.server';
import { BREAK_ACTIONS, BREAK_FORMS, findRequestedMethod, methodPath } from './source.form.server';

export const meta = () => [{ title: pageTitle('Break') }];

type Administrator = AdminContext['administrator'];
type OpenBreakData = NonNullable<Awaited<ReturnType<typeof loadBreakPage>>>;
type SettledBreakData = NonNullable<Awaited<ReturnType<typeof loadResolvedPage>>>;

type FormCard = BreakFormProps & { title: string; lead?: string };

export const loader = admin.loader('books:read', async (context) => {
  const { administrator, params } = context;
  const method = await findRequestedMethod(context);
  const about = { method: method.code, id: params.id ?? '' };
  const source = await findSource(read(), method.code);
  const open = source && (await loadBreakPage(source, about.id));
  const settled = open ? null : await loadResolvedPage(about.id);
  if (!open && !settled) throw data('There is no such break.', { status: 404 });
  const receipt = settled && (await findReceipt(read(), about.id));
  const cards = [
    ...(open ? await createOpenCards(open, method, administrator) : []),
    ...(settled ? createSettledCards(settled, receipt, administrator) : []),
  ];
  const forms: Record<string, (typeof BREAK_FORMS)['link'] | undefined> = BREAK_FORMS;
  return {
    method,
    path: methodPath(method),
    me: administrator.id,
    open: open && { found: open.found, waiting: open.waiting, same: open.same },
    settled,
    receipt,
    history: (open ?? settled)?.history ?? [],
    cards: cards.map((card) => ({ ...card, formKey: forms[card.kind]?.key(administrator.id, about) })),
    at: now(),
  };
});

const formatAmount = (cents: bigint | null | undefined) => (cents ? formatPlainUsd(cents) : undefined);

async function createOpenCards(
  { found, booked, byHand, lines }: OpenBreakData,
  method: Method,
  administrator: Administrator,
): Promise<FormCard[]> {
  if (!hasRight(administrator, 'statements:change')) return [];
  const [line] = found.lines;
  const isSmall = found.kind === 'small';
  const choices = line ? booked.map(createMovementChoice) : lines.map(createLineChoice);
  const cards: FormCard[] = [];
  if (choices.length > 0)
    cards.push({
      kind: 'link',
      title: line ? 'Match with a payment in the books' : 'Match with a statement line',
      lead: choices.some(({ isAlike }) => !isAlike)
        ? 'After a match with a different amount, the statement and the books differ permanently. If a deposit was credited with the wrong amount, correct it instead.'
        : undefined,
      label: line ? 'Payment' : 'Statement line',
      options: choices,
      values: { other: findSuggestion(choices) },
    });
  const wrong = line ? [...booked.filter((each) => canBePaymentFor(line, each)), ...byHand] : [];
  if (line && wrong[0] && hasRight(administrator, 'payments:decide')) {
    const worth = computeCorrectedWorth(found, line, wrong[0]) ?? (byHand.includes(wrong[0]) ? wrong[0].cents : null);
    cards.push({
      kind: 'correct',
      title: 'Correct a deposit',
      lead: 'One that was credited with another amount, or by hand without a method, is reversed, and one of this method and amount is credited. Its owner is notified of both.',
      options: wrong.map(createMovementChoice),
      values: { deposit: wrong[0].id, amount: formatAmount(worth) },
    });
  }
  if (line && hasRight(administrator, 'reserves:change')) {
    const sum = selectLinesTogether(found, line).reduce((total, each) => total + computeBalanceChange(each), 0n);
    const echoed = await findBookedElsewhere(read(), line);
    const receipts = line.amount < 0n ? await findHeldReceipts(read(), method.code) : [];
    const bookings = isSmall ? (['own'] as const) : ([line.amount < 0n ? 'fee' : 'unidentified', 'own'] as const);
    cards.push({
      kind: 'book',
      title: isSmall ? 'Book these lines' : 'Book this line',
      options: [...bookings.map((value) => ({ value, label: BOOKINGS[value] })), ...receipts.map(createReceiptChoice)],
      values: {
        as: receipts[0]?.line.id ?? bookings[0],
        amount: formatAmount(toCents(method.code, sum) ?? receipts[0]?.held),
      },
      alike: echoed && !echoed.isSure ? formatStatementLine(echoed.line) : undefined,
    });
  }
  const resolutions = isSmall ? (['dust'] as const) : (['repeated', 'dust'] as const);
  const options = resolutions.map((value) => ({ value, label: RESOLUTIONS[value] }));
  const title = 'Resolve without a journal entry';
  cards.push(line ? { kind: 'resolve', title, options, values: { as: resolutions[0] } } : { kind: 'elsewhere', title });
  const from = found.mark?.takenBy?.id;
  const colleagues = (await listColleagues('statements:change', administrator)).filter(({ value }) => value !== from);
  if (colleagues.length > 0)
    cards.push({ kind: 'assign', title: 'Assign to another administrator', options: colleagues, values: { from } });
  return [...cards, { kind: 'note', title: 'Note for other administrators' }];
}

function createSettledCards(
  { matches: [first, ...others] }: SettledBreakData,
  receipt: ReceivedLine | null,
  administrator: Administrator,
): FormCard[] {
  const cards: FormCard[] = [];
  if (receipt?.held && hasRight(administrator, 'balances:change'))
    cards.push({ kind: 'credit', title: 'Credit the receipt to its owner' });
  if (first && hasRight(administrator, 'statements:change') && ![first, ...others].some(({ how }) => isPosted(how)))
    cards.push({
      kind: 'undo',
      title: 'Reopen this break',
      lead: first.matchedBy ? undefined : 'Its lines are not matched automatically any more.',
      values: { group: first.groupId },
    });
  return cards;
}

export const action = admin.actions(
  {
    take: 'statements:change',
    assign: 'statements:change',
    'give-back': 'statements:change',
    note: 'statements:change',
    link: 'statements:change',
    resolve: 'statements:change',
    undo: 'statements:change',
    elsewhere: 'statements:change',
    book: 'reserves:change',
    correct: 'payments:decide',
    credit: 'balances:change',
  },
  BREAK_ACTIONS,
);

type Terms = Record<string, ReactNode>;

/** Card of terms; those without a detail are left out. */
const TermsCard = ({ terms, ...card }: { terms: Terms } & Omit<ComponentProps<typeof Card>, 'children'>) => (
  <Card {...card}>
    <DefinitionList items={Object.entries(terms).flatMap(([term, detail]) => (detail ? [{ term, detail }] : []))} />
  </Card>
);

const describeLine = ({ at, amount, fee, transactionId, address, note }: StoredLine, method: string): Terms => ({
  Booked: <Time at={at} />,
  Amount: <Coins units={amount} of={method} />,
  Fee: fee !== 0n && <Coins units={fee} of={method} />,
  Transaction: transactionId && <Id>{transactionId}</Id>,
  Address: address && <Id>{address}</Id>,
  Note: note && <WrappedText>{note}</WrappedText>,
});

const MAX_SHOWN_LINES = 5;

const MOVEMENT_NAMES = { deposit: 'Deposit', withdrawal: 'Withdrawal', return: 'Returned withdrawal' };

const describeMovement = (movement: BookedMovement, method: string): Terms => {
  const { thing, itemId, owner, cents, amount, until, enteredTransactionId } = movement;
  return {
    [`${MOVEMENT_NAMES[thing]} of`]: <Link to={getItemPath(thing, itemId)}>{owner.name}</Link>,
    Booked: <Time at={new Date(until)} />,
    Dollars: <Money cents={cents} />,
    'In the coin': amount === null ? '–' : <Coins units={amount} of={method} />,
    Transaction: enteredTransactionId ? <Id>{enteredTransactionId}</Id> : '–',
  };
};

type MatchEvidence = { common?: 'transaction' | 'address' | null; isAlike?: boolean };

/** Returns the only match that has evidence beyond the amount; undefined if there are several. */
const findSuggestion = (options: readonly ({ value: string } & MatchEvidence)[]) => {
  const [suggested, ...others] = options.filter(({ common }) => common);
  return others.length === 0 ? suggested?.value : undefined;
};

const createChoice = (
  value: string,
  label: string,
  details: (string | null | false)[],
  { common, isAlike }: MatchEvidence = { isAlike: true },
) => {
  const detail = [...details, common && `same ${common}`, !isAlike && 'another amount'].filter(Boolean).join(', ');
  return { value, label, detail, common, isAlike };
};

const createMovementChoice = (movement: BookedMovement & MatchEvidence) => {
  const { id, thing, owner, cents, amount, until } = movement;
  const details = [formatUsd(cents), amount !== null && statementCoinText(amount), utcText(new Date(until))];
  return createChoice(id, `${MOVEMENT_NAMES[thing]} of ${owner.name}`, details, movement);
};

const createLineChoice = (line: StoredLine & MatchEvidence) => {
  const { id, amount, at, transactionId } = line;
  return createChoice(id, statementCoinText(amount), [utcText(at), transactionId && shortId(transactionId)], line);
};

const createReceiptChoice = ({ line: { id, amount, at, transactionId, note }, held }: ReceivedLine) =>
  createChoice(id, `Return of an unidentified receipt, ${formatUsd(held)} held`, [
    statementCoinText(amount),
    utcText(at),
    transactionId ? shortId(transactionId) : note,
  ]);

export default function Break() {
  const { method, path, open, cards, history } = useLoaderData<typeof loader>();
  return (
    <Page
      title={open ? BREAK_TITLES[open.found.kind] : 'Resolved break'}
      actions={<LinkButton to={path}>Reconcile {method.name}</LinkButton>}
    >
      <ActionProblem />
      <Columns>
        <Stack>{open ? <OpenBreakData /> : <ResolvedBreak />}</Stack>
        <Stack>
          {cards.map(({ title, lead, ...form }) => (
            <Card key={title} title={title} lead={lead}>
              <BreakForm {...form} back={path} />
            </Card>
          ))}
        </Stack>
      </Columns>
      <ChangeHistory events={history} />
    </Page>
  );
}

function OpenBreakData() {
  const { method, path, me, open, at } = useLoaderData<typeof loader>();
  if (!open) return null;
  const { found, waiting, same } = open;
  const takenBy = found.mark?.takenBy;
  return (
    <>
      <Card
        id="taken"
        title={takenBy ? `Assigned to ${takenBy.id === me ? 'you' : takenBy.name}` : 'Not assigned'}
        lead={
          <>
            {method.name}, <Age since={found.since} at={at} /> old.
            {found.difference !== null &&
              ` The statement has ${statementCoinText(found.difference, method.code)} more than the books.`}
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
      </Card>
      {found.lines.slice(0, MAX_SHOWN_LINES).map((each) => (
        <TermsCard key={each.id} title="On the statement" terms={describeLine(each, method.code)} />
      ))}
      {found.lines.length > MAX_SHOWN_LINES && (
        <p>
          These are {MAX_SHOWN_LINES} of {found.lines.length} lines, together{' '}
          <Coins units={found.lines.reduce((sum, { amount }) => sum + amount, 0n)} of={method.code} />.
        </p>
      )}
      {found.movements.map((each) => (
        <TermsCard key={each.id} title="In the books" terms={describeMovement(each, method.code)} />
      ))}
      {same.length > 0 && (
        <Section title="Other lines of this transaction">
          <ul>
            {same.map((each) => (
              <li key={each.id}>
                <Link to={`${path}/breaks/${each.id}`}>{statementCoinText(each.amount, method.code)}</Link>,{' '}
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
                <Link to={getItemPath('deposit', id)}>{owner.name}</Link>, <Money cents={cents} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function ResolvedBreak() {
  const { method, settled, receipt } = useLoaderData<typeof loader>();
  const [first] = settled?.matches ?? [];
  if (!settled || !first) return null;
  const who = first.name ?? (first.matchedBy ? 'another administrator' : null);
  const matched = settled.matches.flatMap(({ id, thing, itemId }) =>
    thing && itemId ? (
      <div key={id}>
        <Link to={getItemPath(thing, itemId)}>{MOVEMENT_NAMES[thing]}</Link>
      </div>
    ) : (
      []
    ),
  );
  return (
    <>
      <TermsCard
        title={who ? `Resolved by ${who}` : 'Matched automatically'}
        terms={{
          As: capitalise(MATCH_LABELS[first.how]),
          On: <Time at={first.at} />,
          Reason: first.reason ? <WrappedText>{first.reason}</WrappedText> : '–',
          'Matched with': matched.length > 0 && matched,
        }}
      />
      {receipt && (
        <TermsCard
          title="Unidentified receipt"
          lead={
            receipt.held > 0n
              ? 'Credit it once its owner is known. If it was sent back, book the line of that on its own page.'
              : 'It is no longer held.'
          }
          terms={{ Held: <Money cents={receipt.held} />, ...describeLine(receipt.line, method.code) }}
        />
      )}
    </>
  );
}

type Choice = { value: string; label: string; detail?: string };
type FormField = { name: string; label: string; as?: unknown };
type FormKind = { fields: readonly FormField[]; submitLabel: string; danger?: boolean; lead?: string };

const choiceField = (name: string, label = '') => ({ as: RadioCards, name, label });
const moneyField = (label: string) => ({ as: MoneyField, name: 'amount', label });
const ANOTHER_FIELD = { as: Checkbox, name: 'another', label: 'Another movement' };
const OWNER_FIELD = { name: 'email', label: 'Owner’s email', type: 'email', autoComplete: 'off' };
const ASSIGNEE_FIELD = { as: SelectField, name: 'to', label: 'Administrator', placeholder: 'Choose', required: true };
const NOTE_FIELD = { ...REASON_FIELD, name: 'note', label: 'Note' };

const FORM_KINDS: Record<Exclude<BreakIntent, 'take' | 'give-back'>, FormKind> = {
  link: { fields: [choiceField('other'), REASON_FIELD], submitLabel: 'Match' },
  resolve: { fields: [choiceField('as', 'Resolution'), REASON_FIELD], submitLabel: 'Resolve' },
  elsewhere: { fields: [REASON_FIELD], submitLabel: 'Resolve', lead: `${ON_NO_STATEMENT}.` },
  undo: { fields: [REASON_FIELD], submitLabel: 'Reopen' },
  assign: { fields: [ASSIGNEE_FIELD], submitLabel: 'Assign' },
  note: { fields: [NOTE_FIELD], submitLabel: 'Add note' },
  credit: { fields: [OWNER_FIELD, REASON_FIELD], submitLabel: 'Credit the owner', danger: true },
  correct: {
    fields: [choiceField('deposit', 'Deposit'), moneyField('Amount received'), REASON_FIELD],
    submitLabel: 'Correct the deposit',
    danger: true,
  },
  book: {
    fields: [choiceField('as', 'Book as'), moneyField('Value in dollars'), ANOTHER_FIELD, REASON_FIELD],
    submitLabel: 'Book',
    danger: true,
  },
};

type BreakFormProps = {
  kind: keyof typeof FORM_KINDS;
  options?: readonly Choice[];
  label?: string;
  values?: Record<string, string | undefined>;
  /** Description of a similar line in another statement. */
  alike?: string;
  formKey?: string;
};

function BreakForm({ kind, options, label, alike, back, formKey, values }: BreakFormProps & { back: string }) {
  const { fields, submitLabel, danger, lead } = FORM_KINDS[kind];
  const items = fields.flatMap((field): object[] => {
    if (field.as === SelectField) return [{ ...field, options }];
    if (field.as === RadioCards) return [{ ...field, label: field.label || label, options }];
    if (field.as !== Checkbox) return [field];
    return alike ? [{ ...field, label: `Another movement than ${alike}`, short: field.label }] : [];
  });
  const form = {
    formKey,
    values: values as never,
    schema: BREAK_SCHEMAS[kind] as Schema,
    id: kind,
    intent: kind,
    hidden: { group: values?.group, from: values?.from },
    fields: [lead && <p key="lead">{lead}</p>, ...items] as Parameters<typeof ActionForm>[0]['fields'],
  };
  if (!formKey)
    return (
      <ActionForm {...form} inline={kind === 'note' || kind === 'assign'}>
        <Button>{submitLabel}</Button>
      </ActionForm>
    );
  const cancel = { to: back, text: 'Cancel' };
  return <PreviewedForm {...form} submitLabel={submitLabel} danger={danger} again="Yes, do this again" back={cancel} />;
}

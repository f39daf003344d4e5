import { StatementSourceLayout } from '~/features/money/reconciliation/components/StatementSourceLayout';
import { coinsColumn, ImportLink } from '~/features/money/reconciliation/components/tables';
import { countersignDay, type ListedDay, loadDaysPage, signDay } from '~/features/money/reconciliation/days.server';
import { signSchema } from '~/features/money/reconciliation/schema';
import { May } from '~/features/people/staff/components/May';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { dayText } from '~/platform/text/dayText';
import { formatCount } from '~/platform/text/figure';
import { pageTitle } from '~/platform/text/productName';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Section, Stack } from '~/ui/layout/Layout';
import { NoWrap, Small } from '~/ui/Text';
import { Money } from '~/ui/tables/Data';
import { type Column, InColumn, Table } from '~/ui/tables/Table';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';
import { createSourceAction, loadSourcePage } from './source.form.server';

export const meta = () => [{ title: pageTitle('Daily sign-off') }];

export const loader = admin.loader('books:read', async (context) => {
  const { source, ...page } = await loadSourcePage(context);
  return { ...page, me: context.administrator.id, days: source ? await loadDaysPage(source) : [] };
});

const createSignedToast = (how: string) =>
  [({ day }: { day: string }) => `${dayText(new Date(day))} is ${how}`, () => '/days'] as const;

export const action = admin.actions('statements:change', {
  sign: createSourceAction(signSchema, signDay, ...createSignedToast('signed')),
  countersign: createSourceAction(signSchema, countersignDay, ...createSignedToast('countersigned')),
});

const bookedColumn = (
  header: string,
  centsOf: (books: ListedDay['books']) => bigint,
  folded = true,
): Column<ListedDay> => ({
  header,
  align: 'end',
  folded,
  cell: ({ books }) => <Money cents={centsOf(books)} />,
});

export default function Days() {
  const { method, path, have, days, me } = useLoaderData<typeof loader>();
  return (
    <StatementSourceLayout method={method} path={path} lead={have}>
      <ActionProblem />
      <Section id="days" title="Custody by day" lead="One administrator signs a day, and another countersigns it.">
        <Table
          caption="Days in UTC, newest first"
          rows={days}
          rowKey={({ day }) => day}
          empty={
            <>
              No complete day since the opening balance. <ImportLink path={path}>Import a statement</ImportLink>
            </>
          }
          dense
          atMost={31}
          columns={[
            { header: 'Day', cell: ({ day }) => <NoWrap>{dayText(new Date(day))}</NoWrap> },
            coinsColumn<ListedDay>('Opening', ({ opening }) => opening, undefined, true),
            coinsColumn<ListedDay>('In', ({ moneyIn }) => moneyIn, undefined, true),
            coinsColumn<ListedDay>('Out', ({ moneyOut }) => moneyOut, undefined, true),
            coinsColumn<ListedDay>('Fees', ({ fees }) => fees, undefined, true),
            coinsColumn<ListedDay>('Closing', ({ closing }) => closing, method.code),
            bookedColumn('Books in', ({ moneyIn }) => moneyIn),
            bookedColumn('Books out', ({ moneyOut }) => moneyOut),
            bookedColumn('Books', ({ closing }) => closing, false),
            { header: 'Signed', cell: (row) => <SignedDay {...row} me={me} /> },
          ]}
        />
      </Section>
    </StatementSourceLayout>
  );
}

function SignedDay({ day, shown, notRead, signed, me }: ListedDay & { me: string }) {
  if (notRead && !signed) return <Small>Statement incomplete</Small>;
  const isStale = signed !== null && !signed.isSame;
  const nextAction = !signed || isStale ? 'sign' : signed.counter || signed.by.id === me ? null : 'countersign';
  return (
    <Stack gap="tight">
      {signed && (
        <span>
          <InColumn>
            {signed.by.name}
            {signed.counter && `, ${signed.counter.name}`}
          </InColumn>
          <Small>
            {signed.counter ? 'Countersigned' : 'Signed once'},{' '}
            {signed.breaks === 0 ? 'no breaks' : formatCount(signed.breaks, 'break')}
            {isStale && ', changed since'}
          </Small>
        </span>
      )}
      {nextAction && (
        <May right="statements:change">
          <PostForm inline at="days">
            <input type="hidden" name="_intent" value={nextAction} />
            <input type="hidden" name="day" value={day} />
            <input type="hidden" name="shown" value={shown} />
            <Button>{nextAction === 'sign' ? 'Sign' : 'Countersign'}</Button>
          </PostForm>
        </May>
      )}
    </Stack>
  );
}

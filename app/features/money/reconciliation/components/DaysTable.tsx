import { May } from '~/features/people/components';
import { dayText } from '~/platform/text/dayText';
import { formatCount } from '~/platform/text/figure';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Stack } from '~/ui/layout/Layout';
import { NoWrap, Small } from '~/ui/Text';
import { Money } from '~/ui/tables/Data';
import { type Column, InColumn, Table } from '~/ui/tables/Table';
import type { ListedDay } from '../days.server';
import { coinsColumn, ImportLink } from './tables';

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

type Props = { rows: readonly ListedDay[]; me: string; path: string; of: string };

export const DaysTable = ({ rows, me, path, of }: Props) => (
  <Table
    caption="Days in UTC, newest first"
    rows={rows}
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
      coinsColumn<ListedDay>('Opening', ({ opening }) => opening, of, true),
      coinsColumn<ListedDay>('In', ({ moneyIn }) => moneyIn, of, true),
      coinsColumn<ListedDay>('Out', ({ moneyOut }) => moneyOut, of, true),
      coinsColumn<ListedDay>('Fees', ({ fees }) => fees, of, true),
      coinsColumn<ListedDay>('Closing', ({ closing }) => closing, of),
      bookedColumn('Books in', ({ moneyIn }) => moneyIn),
      bookedColumn('Books out', ({ moneyOut }) => moneyOut),
      bookedColumn('Books', ({ closing }) => closing, false),
      { header: 'Signed', cell: (row) => <SignedDay {...row} me={me} /> },
    ]}
  />
);

function SignedDay({ day, shown, notRead, signed, me }: ListedDay & { me: string }) {
  if (notRead && !signed) return <Small>Statement incomplete</Small>;
  const isStale = signed !== null && !signed.isSame;
  const asks = !signed || isStale ? 'sign' : signed.counter || signed.by.id === me ? null : 'countersign';
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
      {asks && (
        <May right="statements:change">
          <PostForm inline at="days">
            <input type="hidden" name="_intent" value={asks} />
            <input type="hidden" name="day" value={day} />
            <input type="hidden" name="shown" value={shown} />
            <Button>{asks === 'sign' ? 'Sign' : 'Countersign'}</Button>
          </PostForm>
        </May>
      )}
    </Stack>
  );
}

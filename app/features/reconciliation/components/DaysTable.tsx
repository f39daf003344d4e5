import { May } from '~/features/staff/components';
import { dayText } from '~/platform/text/dayText';
import { counted } from '~/platform/text/figure';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Stack } from '~/ui/layout/Layout';
import { Small } from '~/ui/Text';
import { Money } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import type { ListedDay } from '../days.server';
import { Coins, ImportLink } from './tables';

/** The days of a source, newest first: what each came to, what the books have, and who signed it. */
export function DaysTable({
  rows,
  me,
  path,
  of,
}: {
  rows: readonly ListedDay[];
  me: string;
  path: string;
  of: string;
}) {
  return (
    <Table
      caption="Days in UTC, newest first"
      rows={rows}
      rowKey={({ day }) => day}
      empty={
        <>
          No whole day since the opening balance. <ImportLink path={path}>Import a statement</ImportLink>
        </>
      }
      dense
      atMost={31}
      columns={[
        { header: 'Day', cell: ({ day }) => dayText(new Date(day)) },
        { header: 'Closing', align: 'end', cell: ({ closing }) => <Coins units={closing} of={of} /> },
        { header: 'Books', align: 'end', cell: ({ books }) => <Money cents={books.closing} /> },
        { header: 'Signed', cell: (row) => <Signed {...row} me={me} /> },
        { header: 'Opening', align: 'end', folded: true, cell: ({ opening }) => <Coins units={opening} of={of} /> },
        { header: 'In', align: 'end', folded: true, cell: ({ moneyIn }) => <Coins units={moneyIn} of={of} /> },
        { header: 'Out', align: 'end', folded: true, cell: ({ moneyOut }) => <Coins units={moneyOut} of={of} /> },
        { header: 'Fees', align: 'end', folded: true, cell: ({ fees }) => <Coins units={fees} of={of} /> },
        { header: 'Books in', align: 'end', folded: true, cell: ({ books }) => <Money cents={books.moneyIn} /> },
        { header: 'Books out', align: 'end', folded: true, cell: ({ books }) => <Money cents={books.moneyOut} /> },
      ]}
    />
  );
}

function Signed({ day, shown, notRead, signed, me }: ListedDay & { me: string }) {
  if (notRead && !signed) return <Small>Not read whole</Small>;
  const isStale = signed !== null && !signed.isSame;
  const asks = !signed || isStale ? 'sign' : signed.counter || signed.by.id === me ? null : 'countersign';
  return (
    <Stack gap="tight">
      {signed && (
        <span>
          {signed.by.name}
          {signed.counter && `, ${signed.counter.name}`}{' '}
          <Small>
            {signed.breaks === 0 ? 'no breaks' : counted(signed.breaks, 'break')}
            {isStale ? ', changed since' : !signed.counter && ', not countersigned'}
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

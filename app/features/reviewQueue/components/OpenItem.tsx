import type { ReactNode } from 'react';
import type { NamedEvent } from '~/features/auditLog';
import type { QueueRow } from '~/features/reviewQueue/view';
import { MayLink } from '~/features/staff/components';
import type { freezesOf } from '~/signIns/frozen';
import { ClosedContext, PlaceContext } from '~/ui/keptPlace';
import { TitleRow } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { StatusBadge, Time } from '~/ui/tables/Data';
import { OPEN_ID } from '~/ui/tables/WorkList';
import { Marks, MarksTold } from './Marks';
import { OpenItemContext } from './openItemContext';

/** Around the open one beside a list: its forms are posted to `own`, and lead to `next` once it has been decided. */
export const OpenItemPlace = ({ own, next, children }: { own: string; next: string; children: ReactNode }) => (
  <OpenItemContext.Provider value={own}>
    <ClosedContext.Provider value={next}>
      <PlaceContext.Provider value={OPEN_ID}>{children}</PlaceContext.Provider>
    </ClosedContext.Provider>
  </OpenItemContext.Provider>
);

const FROZEN = { account: 'The account is', withdrawals: 'Withdrawals are', copying: 'Copying is' };

/** Whose the open one is and how it stands, above what belongs to it. */
export function OpenItem(props: {
  row: QueueRow;
  freezes: ReturnType<typeof freezesOf>;
  me: string;
  marks: Record<string, string>;
  history: NamedEvent[];
  children: ReactNode;
}) {
  const { row, freezes, me, marks, history, children } = props;
  const { owner, status, shown = status } = row;
  return (
    <>
      <TitleRow
        size={3}
        title={
          <MayLink right="users:read" to={`/admin/users/${owner.id}`}>
            {owner.firstName} {owner.lastName}
          </MayLink>
        }
        lead={owner.email}
        actions={<StatusBadge status={shown} />}
      />
      {freezes.map(({ part, at, reason }) => (
        <Notice key={part} tone="warning">
          {FROZEN[part]} frozen since <Time at={at} />
          {reason && `: ${reason}`}
        </Notice>
      ))}
      <MarksTold row={row} me={me} />
      {children}
      <Marks row={row} marks={marks} me={me} history={history} />
    </>
  );
}

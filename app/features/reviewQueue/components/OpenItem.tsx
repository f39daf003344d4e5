import type { ReactNode } from 'react';
import type { NamedEvent } from '~/features/auditLog';
import type { QueueRow } from '~/features/reviewQueue/view';
import { MayLink } from '~/features/staff/components';
import { ClosedContext, PlaceContext } from '~/ui/keptPlace';
import { TitleRow } from '~/ui/layout/Layout';
import { StatusBadge } from '~/ui/tables/Data';
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

/** Whose the open one is and how it stands, above what belongs to it. */
export function OpenItem(props: {
  row: QueueRow;
  me: string;
  marks: Record<string, string>;
  history: NamedEvent[];
  children: ReactNode;
}) {
  const { row, me, marks, history, children } = props;
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
      <MarksTold row={row} me={me} />
      {children}
      <Marks row={row} marks={marks} me={me} history={history} />
    </>
  );
}

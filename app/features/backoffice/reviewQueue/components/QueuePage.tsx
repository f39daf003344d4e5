import { Children, type ReactNode } from 'react';
import { buildQueueAddress, type QueueView } from '~/features/backoffice/reviewQueue/view';
import { MayLink } from '~/features/people/components';
import { countPages } from '~/platform/db/paging';
import { FoldedCard } from '~/ui/layout/FoldedCard';
import { Page, Records } from '~/ui/layout/Layout';
import { Tabs } from '~/ui/layout/Tabs';
import { PlaceIdContext } from '~/ui/savedPlace';
import { Empty, Pager, StatusBadge, Time } from '~/ui/tables/Data';
import { useReturnedValues } from '~/web/form/useReturnedValues';
import { Link } from '~/web/router';

export function QueuePage(props: {
  title: string;
  lead: string;
  path: string;
  view: QueueView;
  total: number;
  notice: ReactNode;
  children: ReactNode;
}) {
  const { title, lead, path, view, total, notice, children } = props;
  const tab = (show: QueueView['show']) => buildQueueAddress(path, { ...view, show, page: 1 });
  return (
    <Page title={title} lead={lead}>
      <Tabs
        label={title}
        items={[
          { href: tab('waiting'), label: 'Waiting' },
          { href: tab('all'), label: 'All' },
        ]}
      />
      {view.user && (
        <p>
          Showing one user only. <Link to={buildQueueAddress(path, { show: view.show, page: 1 })}>Show all users'</Link>
        </p>
      )}
      {notice}
      <Records>
        {Children.map(children, (child, index) => (
          // The key is the position, because the next row replaces a decided one.
          <PlaceIdContext.Provider value={`row-${index + 1}`}>
            <div id={`row-${index + 1}`}>{child}</div>
          </PlaceIdContext.Provider>
        ))}
      </Records>
      {total === 0 && (
        <Empty icon="check">{view.show === 'waiting' ? 'No decisions are waiting.' : 'Nothing here yet.'}</Empty>
      )}
      <Pager page={view.page} pages={countPages(total)} href={(page) => buildQueueAddress(path, { ...view, page })} />
    </Page>
  );
}

type Owner = { id: string; firstName: string; lastName: string; email: string };

export function QueueCard(props: {
  id: string;
  owner: Owner;
  status: string;
  since: Date;
  value?: ReactNode;
  children: ReactNode;
}) {
  const { id, firstName, lastName, email } = props.owner;
  const decided = useReturnedValues()?.id;
  return (
    <FoldedCard
      name={`${firstName} ${lastName}`}
      value={props.value}
      detail={<Time at={props.since} />}
      note={<StatusBadge status={props.status} />}
      open={decided === props.id}
      title={
        <MayLink right="users:read" to={`/admin/users/${id}`}>
          {firstName} {lastName}
        </MayLink>
      }
      lead={email}
      actions={<StatusBadge status={props.status} />}
      opened={
        <MayLink right="users:read" to={`/admin/users/${id}`}>
          {email}
        </MayLink>
      }
    >
      {props.children}
    </FoldedCard>
  );
}

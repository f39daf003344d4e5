import type { ReactNode } from 'react';
import { DecisionProblem, OpenItemPlace } from '~/features/backoffice/components';
import { type CursorPage, createPageLinks, withQuery } from '~/platform/db/paging';
import { CursorPager } from '~/ui/tables/Data';
import { ListAndOpen } from '~/ui/tables/WorkList';
import { useLocation } from '~/web/router';
import type { UserPerson } from '../user.server';
import { UserFrame } from './UserFrame';

/** Part of a user's page: a list, next to the open entry with its decisions. */
export function DecidedPart(props: {
  person: UserPerson;
  page: Pick<CursorPage<unknown>, 'previous' | 'next'>;
  list: ReactNode;
  children: ReactNode;
}) {
  const { person, page, list, children } = props;
  const { pathname, search } = useLocation();
  const own = pathname + search;
  const closed = withQuery(search, { item: '' });
  return (
    <UserFrame person={person}>
      <DecisionProblem />
      <ListAndOpen
        chosen={Boolean(children)}
        back={closed}
        list={
          <>
            {list}
            <CursorPager {...createPageLinks(closed, page)} />
          </>
        }
        open={
          children && (
            <OpenItemPlace own={own} next={own}>
              {children}
            </OpenItemPlace>
          )
        }
      />
    </UserFrame>
  );
}

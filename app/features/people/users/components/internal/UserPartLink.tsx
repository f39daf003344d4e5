import type { ReactNode } from 'react';
import { useMay } from '~/features/people/staff/components/May';
import { withQuery } from '~/platform/db/paging';
import type { Right } from '~/signIns/rights';
import { useHydrated } from '~/ui/browser/hydrated';
import { OPEN_ENTRY_ID } from '~/ui/tables/WorkList';
import { Link, useLocation, useSearchParams } from '~/web/router';

export function UserPartLink({ id, right, children }: { id: string; right: Right; children: ReactNode }) {
  const { search } = useLocation();
  const [query] = useSearchParams();
  const hydrated = useHydrated();
  if (!useMay()(right)) return children;
  const to = withQuery(search, { item: id }) + (hydrated ? '' : `#${OPEN_ENTRY_ID}`);
  return (
    <Link to={to} preventScrollReset aria-current={query.get('item') === id || undefined}>
      {children}
    </Link>
  );
}

import type { ReactNode } from 'react';
import type { FreezePart } from '~/signIns/frozen';
import { Link } from '~/ui/Link';
import { Notice } from '~/ui/messages/Notice';
import { useRouteLoaderData } from '~/web/router';
import type { loadShell } from './shell.server';

type Frame = Pick<Awaited<ReturnType<typeof loadShell>>, 'frozen'>;

type Props = {
  part?: FreezePart;
  title: string;
  children?: ReactNode;
};

export function FreezeGuard({ part, title, children }: Props) {
  const frozen = useRouteLoaderData<Frame>('routes/investor/layout')?.frozen ?? [];
  const found = frozen.find((freeze) => freeze.part === 'account' || freeze.part === part);
  if (!found) return children;
  return (
    <Notice tone="warning" title={title}>
      {found.why} <Link to={found.to}>{found.action}</Link>
    </Notice>
  );
}

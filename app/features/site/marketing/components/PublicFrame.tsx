import type { ReactNode } from 'react';
import { useRootData } from '~/features/site/shell/rootData';
import { HelpLinks } from '~/features/site/shell/SupportLink';
import { PublicShell } from '~/ui/shell/PublicShell';
import { HEADER_MENUS, PHONE_LINKS } from '../menus';

export function PublicFrame(props: { banner: ReactNode; footer?: ReactNode; children: ReactNode }) {
  const signedIn = useRootData()?.signedIn ?? false;
  return <PublicShell footer={<HelpLinks />} {...props} menus={HEADER_MENUS} more={PHONE_LINKS} signedIn={signedIn} />;
}

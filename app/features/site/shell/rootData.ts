import type { ShownAnnouncement } from '~/features/backoffice';
import type { operatorOf } from '~/platform/installation/operator.server';
import { useRouteLoaderData } from '~/web/router';

export type RootData = {
  theme: 'dark' | 'light' | null;
  /** Known as far as cached pages can know. */
  signedIn: boolean;
  /** True if the browser requests reduced data, so optional pictures are omitted. */
  savesData: boolean;
  operator: ReturnType<typeof operatorOf>;
  support: string;
  /** Files can't be stored now. */
  uploadsAway?: true;
  announcements: ShownAnnouncement[];
};

/** Undefined on an error page that came before this was loaded. */
export const useRootData = () => useRouteLoaderData<RootData>('root');

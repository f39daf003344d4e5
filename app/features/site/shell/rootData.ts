import type { ShownAnnouncement } from '~/features/backoffice';
import type { operatorOf } from '~/platform/installation/operator.server';
import { useRouteLoaderData } from '~/web/router';

export type RootData = {
  theme: 'dark' | 'light' | null;
  /** As far as cached pages can tell. */
  signedIn: boolean;
  /** True if the browser requests reduced data, so optional pictures are omitted. */
  savesData: boolean;
  operator: ReturnType<typeof operatorOf>;
  support: string;
  /** Files can't be stored now. */
  uploadsAway?: true;
  announcements: ShownAnnouncement[];
};

/** Returns the root's data; undefined on an error page that was rendered before it was loaded. */
export const useRootData = () => useRouteLoaderData<RootData>('root');

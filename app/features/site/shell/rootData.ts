import type { ShownAnnouncement } from '~/features/backoffice';
import type { getOperatorDetails } from '~/platform/installation/operator.server';
import { useRouteLoaderData } from '~/web/router';

export type RootData = {
  theme: 'dark' | 'light' | null;
  /** True if the visitor is signed in. Cached pages can't know it exactly. */
  signedIn: boolean;
  /** True if the browser requests reduced data; optional pictures are then omitted. */
  savesData: boolean;
  operator: ReturnType<typeof getOperatorDetails>;
  support: string;
  /** Set while files can't be stored. */
  uploadsUnavailable?: true;
  announcements: ShownAnnouncement[];
};

/** Returns the root data; undefined on an error page rendered before the data was loaded. */
export const useRootData = () => useRouteLoaderData<RootData>('root');

import type { ShownAnnouncement } from '~/features/backoffice';
import type { operatorOf } from '~/platform/installation/operator.server';
import { useRouteLoaderData } from '~/web/router';

export type RootData = {
  theme: 'dark' | 'light' | null;
  /** Known as far as cached pages can know. */
  signedIn: boolean;
  /** The browser asks to save data, so pictures that a page can do without are left out. */
  savesData: boolean;
  operator: ReturnType<typeof operatorOf>;
  support: string;
  /** Files can't be stored now. */
  uploadsAway?: true;
  announcements: ShownAnnouncement[];
};

/** Undefined on an error page that came before this was loaded. */
export const useRootData = () => useRouteLoaderData<RootData>('root');

import type { ShownAnnouncement } from '~/features/announcements';
import type { operatorOf } from '~/platform/installation/operator.server';
import { useRouteLoaderData } from '~/web/router';

/** What every page, the public ones included, is rendered with. */
export type RootData = {
  /** The visitor's choice; null follows the browser's. */
  theme: 'dark' | 'light' | null;
  /** As far as pages from memory can know. */
  signedIn: boolean;
  /** The browser asks to save data, so pictures that a page can do without are left out. */
  savesData: boolean;
  /** Who runs a live installation; null in paper mode. */
  operator: ReturnType<typeof operatorOf>;
  /** The address of the operator's support. */
  support: string;
  /** What the operator tells all visitors now. */
  told: ShownAnnouncement[];
};

/** Undefined on a page that says what went wrong before this was loaded. */
export const useRootData = () => useRouteLoaderData<RootData>('root');

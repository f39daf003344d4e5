import type { ComponentProps } from 'react';
import { Frame, Main } from '~/ui/shell/Shell';
import { PublicFrame } from './PublicFrame';

type Props = ComponentProps<typeof PublicFrame>;

/** Without menus, which every signed-in page would have to load for it. */
const Plain = ({ banner, children }: Props) => (
  <Frame banner={banner}>
    <Main>{children}</Main>
  </Frame>
);

/**
 * Around what went wrong before a page had a frame of its own: from the server that of the public pages, with no scripts. A browser
 * that navigates by itself shows it plainly; the ways on that it offers are documents again.
 */
export const ProblemFrame = import.meta.env.SSR ? PublicFrame : Plain;

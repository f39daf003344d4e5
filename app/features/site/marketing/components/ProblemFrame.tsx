import type { ComponentProps } from 'react';
import { Frame, Main } from '~/ui/shell/Shell';
import { PublicFrame } from './PublicFrame';

type Props = ComponentProps<typeof PublicFrame>;

/** Frame without menus, which every signed-in page would have to load for it. */
const Plain = ({ banner, children }: Props) => (
  <Frame banner={banner}>
    <Main>{children}</Main>
  </Frame>
);

/** Frame of errors before a page had one: from the server that of public pages, in a browser a plain one. */
export const ProblemFrame = import.meta.env.SSR ? PublicFrame : Plain;

import type { ComponentProps } from 'react';
import { Frame, Main } from '~/ui/shell/Shell';
import { PublicFrame } from './PublicFrame';

type Props = ComponentProps<typeof PublicFrame>;

/** Frame without menus. Menus would have to be loaded with every signed-in page for this rare case. */
const PlainFrame = ({ banner, children }: Props) => (
  <Frame banner={banner}>
    <Main>{children}</Main>
  </Frame>
);

/** Frame of errors that occur before a page has its own frame. It is that of public pages on the server, and a plain one in a browser. */
export const ProblemFrame = import.meta.env.SSR ? PublicFrame : PlainFrame;

import type { ComponentProps, ReactNode } from 'react';
import { Button, LinkButton } from '../Button';
import { Cluster } from '../layout/Layout';

type Props = Pick<ComponentProps<typeof Button>, 'tone' | 'icon'> & {
  /** What the link beside the button says, and the address that it leads back to. */
  back: { words: string; to: string };
  children: ReactNode;
};

/** The end of a step's form: the button that sends it, and a link for who thinks again. */
export const SubmitOrBack = ({ tone = 'primary', icon, back, children }: Props) => (
  <Cluster>
    <Button tone={tone} icon={icon}>
      {children}
    </Button>
    <LinkButton to={back.to} tone="quiet">
      {back.words}
    </LinkButton>
  </Cluster>
);

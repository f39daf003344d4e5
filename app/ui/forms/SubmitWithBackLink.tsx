import type { ComponentProps, ReactNode } from 'react';
import { Button, LinkButton } from '../Button';
import { Cluster } from '../layout/Layout';

type Props = Pick<ComponentProps<typeof Button>, 'tone' | 'icon'> & {
  back: { text: string; to: string };
  children: ReactNode;
};

export const SubmitWithBackLink = ({ tone = 'primary', icon, back, children }: Props) => (
  <Cluster>
    <Button tone={tone} icon={icon}>
      {children}
    </Button>
    <LinkButton to={back.to} tone="quiet">
      {back.text}
    </LinkButton>
  </Cluster>
);

import type { ReactNode } from 'react';
import { cx } from '~/ui/cx';
import { Details } from '~/ui/layout/Details';
import { Icon } from '~/ui/pictures/Icon';

export const ButtonFold = (props: { name: string; danger?: boolean; open?: boolean; children: ReactNode }) => (
  <Details open={props.open} className="button-fold">
    <summary className={cx('button', props.danger ? 'button-danger' : 'button-plain')}>
      {props.name}
      <Icon name="chevron-down" size="small" />
    </summary>
    {props.children}
  </Details>
);

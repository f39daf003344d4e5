import type { ComponentProps } from 'react';
import { Cluster } from '~/ui/layout/Layout';
import { Badge } from '~/ui/tables/Data';
import { StateCell } from '~/ui/tables/StateCell';

export const HeldState = ({ held, ...state }: ComponentProps<typeof StateCell> & { held: boolean }) => (
  <Cluster>
    <StateCell {...state} />
    {held && <Badge tone="warning">On hold</Badge>}
  </Cluster>
);

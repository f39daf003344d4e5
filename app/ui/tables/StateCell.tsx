import { Stack } from '../layout/Layout';
import { Muted } from '../Text';
import { StatusBadge, Time } from './Data';
import { InColumn } from './Table';

/** State of a row with its reason and start, if the table has room for columns. */
export const StateCell = (props: { status: string; reason?: string | null; at?: Date | null }) => (
  <Stack gap="tight">
    <StatusBadge status={props.status} />
    {(props.reason || props.at) && (
      <InColumn>
        <Stack gap="tight">
          {props.reason && <span>{props.reason}</span>}
          {props.at && (
            <Muted>
              <Time at={props.at} />
            </Muted>
          )}
        </Stack>
      </InColumn>
    )}
  </Stack>
);

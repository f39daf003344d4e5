import { Stack } from '../layout/Layout';
import { Muted } from '../Text';
import { StatusBadge, Time } from './Data';
import { InColumn } from './Table';

/** The state of a row, with why and since when it is so where the table has columns. */
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

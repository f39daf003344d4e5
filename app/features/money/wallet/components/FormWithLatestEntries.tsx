import type { ReactNode } from 'react';
import { Link } from '~/ui/Link';
import { Card, Columns, Stack } from '~/ui/layout/Layout';
import { NextSteps } from '~/ui/messages/NextSteps';
import { Money, StatusBadge, Time } from '~/ui/tables/Data';
import { List, Row } from '~/ui/tables/List';

type Latest = { id: string; name: string; amount: bigint; at: Date; status: string };

/** Form that moves money, next to the coming steps, their usual duration, and the newest entries. */
export const FormWithLatestEntries = (props: {
  children: ReactNode;
  next: readonly string[];
  wait: string | null;
  title: string;
  href: string;
  latest: readonly Latest[];
}) => (
  <Columns ratio="main-aside">
    <Stack>{props.children}</Stack>
    <Stack>
      <NextSteps steps={props.next} wait={props.wait} />
      {props.latest.length > 0 && (
        <Card title={props.title} actions={<Link to={props.href}>All</Link>}>
          <List>
            {props.latest.map(({ id, name, amount, at, status }) => (
              <Row
                key={id}
                title={<Link to={`${props.href}/${id}`}>{name}</Link>}
                detail={<Time at={at} dateOnly />}
                value={<Money cents={amount} />}
                note={<StatusBadge status={status} />}
              />
            ))}
          </List>
        </Card>
      )}
    </Stack>
  </Columns>
);

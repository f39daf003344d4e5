import { Time } from '~/ui/Data';
import { Stack } from '~/ui/Layout';
import { Table } from '~/ui/Table';
import { Code, Muted } from '~/ui/Text';
import { Link } from '~/web/router';
import type { NamedEvent } from '../logs.server';

/** Who did what, to what, when and why. */
export function EventsTable({ events, caption }: { events: NamedEvent[]; caption: string }) {
  return (
    <Table
      caption={caption}
      rows={events}
      rowKey={({ id }) => id}
      empty="Nothing happened here yet."
      columns={[
        {
          header: 'What',
          cell: ({ thing, event, fromState, toState }) => (
            <Stack gap="tight">
              <span>
                {thing}: {event.replaceAll('-', ' ')}
              </span>
              {toState && (
                <Muted>
                  {fromState && `${fromState} → `}
                  {toState}
                </Muted>
              )}
            </Stack>
          ),
        },
        {
          header: 'Who and when',
          cell: ({ actor, actorKind, details, at }) => (
            <Stack gap="tight">
              <span>{actor}</span>
              {actorKind !== 'system' && <Muted>{actorKind === 'admin' ? 'administrator' : 'investor'}</Muted>}
              {details?.from && <Muted>from {details.from}</Muted>}
              <Time at={at} />
            </Stack>
          ),
        },
        {
          header: 'Whose matter',
          cell: ({ userId, about, thingId }) =>
            userId ? <Link to={`/admin/users/${userId}`}>{about}</Link> : (about ?? <Code>{thingId}</Code>),
        },
        {
          header: 'Why',
          cell: ({ reason, details }) => (
            <Stack gap="tight">
              {reason && <span>{reason}</span>}
              {Object.entries(details ?? {})
                .filter(([name]) => name !== 'from')
                .map(([name, value]) => (
                  <Muted key={name}>
                    {name}: {value}
                  </Muted>
                ))}
            </Stack>
          ),
        },
      ]}
    />
  );
}

import { Link } from '~/ui/Link';
import { Stack } from '~/ui/layout/Layout';
import { Code, EmailAddress, Muted } from '~/ui/Text';
import { Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import type { NamedEvent } from '../logs.server';
import { EventDetails } from './internal/EventDetails';

/** Who did what, to what, when and why. */
export function EventsTable({ events, caption, atMost }: { events: NamedEvent[]; caption: string; atMost?: number }) {
  return (
    <Table
      caption={caption}
      rows={events}
      rowKey={({ id }) => id}
      atMost={atMost}
      empty="Nothing happened here yet."
      dense
      steady
      columns={[
        { header: 'What', cell: ({ thing, event }) => `${thing}: ${event.replaceAll('-', ' ')}` },
        {
          header: 'Who',
          cell: ({ actor, actorKind }) => (
            <EmailAddress>{actorKind === 'admin' ? `${actor}, administrator` : actor}</EmailAddress>
          ),
        },
        {
          header: 'About',
          folded: true,
          cell: ({ userId, about, thingId }) => {
            const name = about === null ? <Code>{thingId}</Code> : <EmailAddress>{about}</EmailAddress>;
            return userId ? <Link to={`/admin/users/${userId}`}>{name}</Link> : name;
          },
        },
        { header: 'Why, and what changed', folded: true, cell: More },
        { header: 'When', cell: ({ at }) => <Time at={at} /> },
      ]}
    />
  );
}

/** The reason, the states and what else was noted. */
const More = ({ reason, details, fromState, toState }: NamedEvent) => (
  <Stack gap="tight">
    {reason && <span>{reason}</span>}
    {toState && (
      <Muted>
        {fromState && `${fromState} → `}
        {toState}
      </Muted>
    )}
    <EventDetails details={details} />
  </Stack>
);

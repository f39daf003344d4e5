import { Time } from '~/ui/Data';
import { FoldedRow } from '~/ui/Fold';
import { Stack } from '~/ui/Layout';
import { Link } from '~/ui/Link';
import { Table } from '~/ui/Table';
import { Code, Muted } from '~/ui/Text';
import type { NamedEvent } from '../logs.server';
import { EventDetails } from './EventDetails';

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
        {
          header: 'What',
          cell: (row) => {
            const name = `${row.thing}: ${row.event.replaceAll('-', ' ')}`;
            return hasMore(row) ? (
              <FoldedRow name={name}>
                <More {...row} />
              </FoldedRow>
            ) : (
              name
            );
          },
        },
        {
          header: 'Who',
          cell: ({ actor, actorKind }) => (actorKind === 'admin' ? `${actor}, administrator` : actor),
        },
        {
          header: 'About',
          cell: ({ userId, about, thingId }) =>
            userId ? <Link to={`/admin/users/${userId}`}>{about}</Link> : (about ?? <Code>{thingId}</Code>),
        },
        { header: 'Why, and what changed', spare: true, cell: More },
        { header: 'When', align: 'end', cell: ({ at }) => <Time at={at} /> },
      ]}
    />
  );
}

const hasMore = ({ reason, details, toState }: NamedEvent): boolean =>
  Boolean(reason || toState || Object.keys(details ?? {}).length);

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

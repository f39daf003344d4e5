import { Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import type { NamedEvent } from '../logs.server';
import { EventDetails } from './internal/EventDetails';
import { Sentence } from './internal/Sentence';

export function EventsTable({ events, caption, atMost }: { events: NamedEvent[]; caption: string; atMost?: number }) {
  return (
    <Table
      caption={caption}
      rows={events}
      rowKey={({ id }) => id}
      atMost={atMost}
      empty="There are no events yet."
      dense
      columns={[
        { header: 'What happened', cell: (row) => <Sentence happened={row} /> },
        { header: 'Reason and changes', folded: true, cell: EventExtras },
        { header: 'When', cell: ({ at }) => <Time at={at} /> },
      ]}
    />
  );
}

const EventExtras = (event: NamedEvent) => (
  <div className="flex flex-wrap gap-x-4">
    {event.reason && <span>{event.reason}</span>}
    <EventDetails noted={event.noted} />
  </div>
);

import { Section, Stack } from '~/ui/layout/Layout';
import { WrappedText } from '~/ui/Text';
import { Timeline } from '~/ui/tables/Data';
import type { NamedEvent } from '../logs.server';
import { EventDetails } from './internal/EventDetails';
import { Sentence } from './internal/Sentence';

export function ChangeHistory({ events }: { events: NamedEvent[] }) {
  if (events.length === 0) return null;
  return (
    <Section title="History">
      <Timeline
        items={events.toReversed().map((happened) => ({
          label: <Sentence happened={happened} />,
          at: happened.at,
          detail: (
            <Stack gap="tight">
              {happened.reason && <WrappedText>{happened.reason}</WrappedText>}
              <EventDetails noted={happened.noted} />
            </Stack>
          ),
        }))}
      />
    </Section>
  );
}

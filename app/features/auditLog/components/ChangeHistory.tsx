import { Section, Stack } from '~/ui/layout/Layout';
import { Muted, Typed } from '~/ui/Text';
import { Timeline } from '~/ui/tables/Data';
import type { NamedEvent } from '../logs.server';
import { EventDetails } from './internal/EventDetails';

/** What was done to one thing, by whom and when, newest first, each value from before to after. */
export function ChangeHistory({ events }: { events: NamedEvent[] }) {
  if (events.length === 0) return null;
  return (
    <Section title="History">
      <Timeline
        items={events.toReversed().map(({ event, who, at, reason, details, approver, fromState, toState }) => ({
          label: `${event.replaceAll('-', ' ')} by ${who.name}`,
          at,
          detail: (
            <Stack gap="tight">
              {fromState && toState && (
                <Muted>
                  {fromState} → {toState}
                </Muted>
              )}
              {reason && <Typed>{reason}</Typed>}
              <EventDetails details={details} approver={approver} />
            </Stack>
          ),
        }))}
      />
    </Section>
  );
}

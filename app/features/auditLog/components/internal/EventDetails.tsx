import { Muted } from '~/ui/Text';
import type { NamedEvent } from '../../logs.server';

/** What was noted beside an event, a line each. */
export const EventDetails = ({ details }: Pick<NamedEvent, 'details'>) => (
  <>
    {Object.entries(details ?? {}).map(([name, value]) => (
      <Muted key={name}>
        {name}: {value}
      </Muted>
    ))}
  </>
);

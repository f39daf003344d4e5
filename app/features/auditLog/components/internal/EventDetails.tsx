import { Muted, WithAmounts } from '~/ui/Text';
import type { NamedEvent } from '../../logs.server';

/** What was noted beside an event, a line each. */
export const EventDetails = ({ noted }: Pick<NamedEvent, 'noted'>) =>
  noted.map((line) => (
    <Muted key={line}>
      <WithAmounts>{line}</WithAmounts>
    </Muted>
  ));

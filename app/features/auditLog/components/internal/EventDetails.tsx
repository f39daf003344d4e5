import { Muted, WithAmounts } from '~/ui/Text';
import { detailLines } from '../../details';
import type { NamedEvent } from '../../logs.server';

type Props = Pick<NamedEvent, 'thing' | 'actorKind' | 'details' | 'approver'>;

/** What was noted beside an event, a line each. */
export const EventDetails = ({ approver, ...noted }: Props) => (
  <>
    {approver && <Muted>Approved by {approver}</Muted>}
    {detailLines(noted).map((line) => (
      <Muted key={line}>
        <WithAmounts>{line}</WithAmounts>
      </Muted>
    ))}
  </>
);

import { Muted, WithAmounts } from '~/ui/Text';
import type { NamedEvent } from '../../logs.server';

/** What identifies a row of the database, which the exported log has and no person reads, and what the sentence says already. */
const LEFT_OUT = ['journal', 'deposit', 'proof', 'key', 'change', 'approver', 'amount', 'received'];

/** What a note is called, where its short name does not say it. */
const TITLES: Record<string, string> = { from: 'IP address' };

/** What was noted beside an event, a line each. */
export const EventDetails = ({ details, approver }: Pick<NamedEvent, 'details' | 'approver'>) => (
  <>
    {approver && <Muted>approved by {approver}</Muted>}
    {Object.entries(details ?? {})
      .filter(([name]) => !LEFT_OUT.includes(name))
      .map(([name, value]) => (
        <Muted key={name}>
          <WithAmounts>{name === 'what' ? value : `${TITLES[name] ?? name}: ${value}`}</WithAmounts>
        </Muted>
      ))}
  </>
);

import { useContext } from 'react';
import type { NamedEvent } from '~/features/auditLog';
import { EventsTable } from '~/features/auditLog/components';
import type { QueueRow } from '~/features/reviewQueue/view';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { ClosedContext } from '~/ui/keptPlace';
import { Disclosure } from '~/ui/layout/Disclosure';
import { Cluster, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Time } from '~/ui/tables/Data';
import { DecisionForm, decisionFieldId, useRefused, useTyped, WrittenDecision } from './DecisionForm';
import { LineField } from './LineField';
import { OpenItemContext } from './openItemContext';

type Marked = {
  row: QueueRow;
  /** The key of each form that is possible now. */
  marks: Record<string, string>;
  me: string;
};

/** Who has taken the open entry, and why it is held, before what can be decided. */
export function MarksTold({ row: { mark }, me }: Omit<Marked, 'marks'>) {
  const { takenBy, held } = mark ?? {};
  if (!takenBy && !held) return null;
  const isMine = takenBy?.id === me;
  return (
    <Notice tone={held || (takenBy && !isMine) ? 'warning' : 'info'}>
      <Stack gap="tight">
        {held && (
          <span>
            On hold since <Time at={held.at} />, by {held.by}: {held.reason}. The investor{' '}
            {held.told ? 'was' : 'was not'} told. Release it to decide.
          </span>
        )}
        {takenBy && (
          <span>
            {isMine ? 'You have' : `${takenBy.name} has`} taken it, <Time at={takenBy.at} />.
            {!isMine && ' Take it over to decide.'}
          </span>
        )}
      </Stack>
    </Notice>
  );
}

/** How the open entry can be marked, and what happened to it so far. */
export function Marks({ row, marks, me, history }: Marked & { history: NamedEvent[] }) {
  const own = useContext(OpenItemContext);
  const { id, mark } = row;
  const form = { id, keys: marks };
  const other = mark?.takenBy && mark.takenBy.id !== me ? mark.takenBy : null;
  const holding = useTyped(id, 'hold');
  const refusedReason = useRefused(id, 'hold', 'reason');
  return (
    // What is marked stays open.
    <ClosedContext.Provider value={own}>
      <Cluster>
        <DecisionForm {...form} decision="take" button={other ? `Take over from ${other.name}` : 'Take'} quiet>
          {other && <input type="hidden" name="from" value={other.id} />}
        </DecisionForm>
        <DecisionForm {...form} decision="give-back" button="Give back" quiet />
        <DecisionForm {...form} decision="release" button="Release" quiet />
      </Cluster>
      <div>
        {marks.hold && (
          <Disclosure summary="Hold" open={holding !== null}>
            <DecisionForm {...form} decision="hold" button="Hold" quiet>
              <LineField
                id={decisionFieldId('reason', { id, _intent: 'hold' })}
                name="reason"
                label="Reason"
                defaultValue={holding?.reason}
                errors={refusedReason}
                choices={HOLD_REASONS}
                required
              />
              <Checkbox
                id={decisionFieldId('told', { id, _intent: 'hold' })}
                name="told"
                label="Tell the investor the reason"
                defaultValue={holding?.told}
              />
            </DecisionForm>
          </Disclosure>
        )}
        <WrittenDecision
          {...form}
          decision="note"
          button="Note"
          name="note"
          label="Note (only staff can read it)"
          quiet
        />
        {history.length > 0 && (
          <Disclosure summary={`What happened (${history.length})`}>
            <EventsTable events={history} caption="What happened, oldest first" />
          </Disclosure>
        )}
      </div>
    </ClosedContext.Provider>
  );
}

const HOLD_REASONS = [
  'We wait for your answer to our question',
  'We wait until the payment is confirmed',
  'We need to see where the money comes from',
] as const;

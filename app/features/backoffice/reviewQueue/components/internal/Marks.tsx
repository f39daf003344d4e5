import { type ReactNode, useContext } from 'react';
import { EventsTable } from '~/features/backoffice/auditLog/components/EventsTable';
import type { NamedEvent } from '~/features/backoffice/auditLog/logs.server';
import type { QueueRow } from '~/features/backoffice/reviewQueue/view';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { ClosedContext } from '~/ui/savedPlace';
import { Badge, StatusBadge } from '~/ui/tables/Data';
import { ButtonFold } from '../ButtonFold';
import { DecisionForm, FoldedDecision } from '../DecisionForm';
import { LineField } from '../LineField';
import { OpenItemContext } from '../openItemContext';

type Marked = {
  row: QueueRow;
  marks: Record<string, string>;
};

export function MarksLine({ row, marks, me }: Marked & { me: string }) {
  const { id, mark, status, shown = status } = row;
  const form = { id, keys: marks };
  const { takenBy, held } = mark ?? {};
  const other = takenBy && takenBy.id !== me ? takenBy : null;
  return (
    <StillOpen>
      <div className="work-marks">
        <StatusBadge status={shown} />
        {held && <Badge tone="warning">On hold</Badge>}
        {takenBy && <Badge>Assigned to {other?.name ?? 'you'}</Badge>}
        <DecisionForm
          {...form}
          decision="take"
          button={other ? 'Reassign to me' : 'Assign to me'}
          quiet
          hidden={other ? { from: other.id } : undefined}
        />
        <DecisionForm {...form} decision="give-back" button="Unassign" quiet />
        <DecisionForm {...form} decision="release" button="Release" quiet />
      </div>
    </StillOpen>
  );
}

export function Marks({ row, marks, history }: Marked & { history: NamedEvent[] }) {
  const { id } = row;
  const form = { id, keys: marks };
  return (
    <StillOpen>
      <div className="button-folds">
        <FoldedDecision
          {...form}
          decision="hold"
          button="Hold"
          quiet
          fields={[
            { as: LineField, name: 'reason', label: 'Reason', choices: HOLD_REASONS, required: true },
            { as: Checkbox, name: 'told', label: 'Tell the investor the reason' },
          ]}
        />
        <FoldedDecision
          {...form}
          decision="note"
          button="Note"
          quiet
          fields={[{ as: LineField, name: 'note', label: 'Note (only staff can read it)', required: true }]}
        />
        {history.length > 0 && (
          <ButtonFold name={`History (${history.length})`}>
            <EventsTable events={history} caption="What happened, oldest first" />
          </ButtonFold>
        )}
      </div>
    </StillOpen>
  );
}

const StillOpen = ({ children }: { children: ReactNode }) => (
  <ClosedContext.Provider value={useContext(OpenItemContext)}>{children}</ClosedContext.Provider>
);

const HOLD_REASONS = [
  'We wait for your answer to our question',
  'We wait until the payment is confirmed',
  'We need to see where the money comes from',
] as const;

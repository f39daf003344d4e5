import { type ReactNode, useContext } from 'react';
import { ApprovalRequest } from '~/features/backoffice/approvals/components/ApprovalRequest';
import { EventsTable } from '~/features/backoffice/auditLog/components/EventsTable';
import type { ListedFreeze } from '~/features/backoffice/auditLog/freezes.server';
import type { NamedEvent } from '~/features/backoffice/auditLog/logs.server';
import { type QueueRow, RISK_DESCRIPTIONS } from '~/features/backoffice/reviewQueue/view';
import { MayLink } from '~/features/people/components';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { type EffectLine, listEffectItems } from '~/ui/forms/PreviewCard';
import { Heading } from '~/ui/layout/Heading';
import { TitleRow } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { ClosedUrlContext, PlaceIdContext } from '~/ui/savedPlace';
import { Small } from '~/ui/Text';
import { Badge, DefinitionList, StatusBadge, Time } from '~/ui/tables/Data';
import { OPEN_ENTRY_ID, StaysInView } from '~/ui/tables/WorkList';
import type { FormAnswer } from '~/web/form/submission.server';
import { useActionData } from '~/web/router';
import { ButtonFold } from './ButtonFold';
import { DecisionForm, FoldedDecision } from './DecisionForm';
import { LineField } from './LineField';
import { AssignForm, type Colleague, NoteForm } from './MarkForms';
import { OpenItemContext, type ShownDecision, ShownDecisionContext } from './openItemContext';

type Marked = {
  row: QueueRow;
  marks: Record<string, string>;
};

function MarksLine({ row, marks, me }: Marked & { me: string }) {
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

function Marks({ row, marks, history, colleagues }: Marked & { history: NamedEvent[]; colleagues: Colleague[] }) {
  const { id, mark } = row;
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
        <AssignForm {...form} colleagues={colleagues} hidden={mark?.takenBy ? { from: mark.takenBy.id } : undefined} />
        <NoteForm {...form} />
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
  <ClosedUrlContext.Provider value={useContext(OpenItemContext)}>{children}</ClosedUrlContext.Provider>
);

const HOLD_REASONS = [
  'We are waiting for your answer to our question',
  'We are waiting for the payment to be confirmed',
  'We need proof of where the money comes from',
] as const;

/** Context of the open entry. Its forms post to `own`; after the decision, the page leads to `next`. */
export const OpenItemPlace = ({ own, next, children }: { own: string; next: string; children: ReactNode }) => (
  <OpenItemContext.Provider value={own}>
    <ClosedUrlContext.Provider value={next}>
      <PlaceIdContext.Provider value={OPEN_ENTRY_ID}>{children}</PlaceIdContext.Provider>
    </ClosedUrlContext.Provider>
  </OpenItemContext.Provider>
);

export type Opened = {
  row: QueueRow;
  requestKeys: Record<string, string>;
  freezes: ListedFreeze[];
  me: string;
  keys: Record<string, string>;
  marks: Record<string, string>;
  /** Effect of the approval, if the form was filled in already. */
  shown: ShownDecision | null;
  history: NamedEvent[];
  /** Other administrators to whom the entry can be assigned. */
  colleagues: Colleague[];
};

/** Warning about an entry. `risk` is its name in the list; null if the entry shows it elsewhere. */
export type Check = { risk?: string; content: ReactNode };

const FROZEN_LABELS = { account: 'The account is', withdrawals: 'Withdrawals are', copying: 'Copying is' };

/**
 * Open entry: owner, state, warnings (`checks`, most important first) and content. The decision stays visible.
 * `facts` names the lines of the effect that the content or the form shows already.
 */
export function OpenItem({
  checks = [],
  facts = [],
  decisions,
  children,
  ...opened
}: Opened & { checks?: Check[]; facts?: readonly string[]; decisions: ReactNode; children: ReactNode }) {
  const { row, requestKeys, me, keys, marks, history, colleagues } = opened;
  const { owner, request } = row;
  // A form that was sent shows its own effect.
  const answer = useActionData() as FormAnswer | undefined;
  const shown = answer?.preview ? null : opened.shown;
  const lines = shown?.preview.lines ?? [];
  const moved = lines.filter(isMovement);
  const terms = lines.filter((line) => !isMovement(line) && !facts.includes(line.name));
  return (
    <>
      <TitleRow
        size={3}
        title={
          <MayLink right="users:read" to={`/admin/users/${owner.id}`}>
            {owner.firstName} {owner.lastName}
          </MayLink>
        }
        lead={owner.email}
      />
      <MarksLine row={row} marks={marks} me={me} />
      <Checks {...opened} checks={checks} />
      {children}
      {terms.length > 0 && (
        <div>
          <Heading size={4}>If you approve</Heading>
          <DefinitionList items={listEffectItems(terms)} />
        </div>
      )}
      {request && <ApprovalRequest {...request} keys={requestKeys} />}
      <Marks row={row} marks={marks} history={history} colleagues={colleagues} />
      {Object.keys(keys).length > 0 && (
        <ShownDecisionContext.Provider value={opened.shown}>
          <StaysInView name="Decide">
            {moved.length > 0 ? (
              <div className="w-full text-sm [&_dl>div]:py-0.5">
                <DefinitionList
                  items={listEffectItems(
                    moved.map((line) => (line.name.includes(owner.email) ? { ...line, name: 'Balance' } : line)),
                  )}
                />
              </div>
            ) : (
              shown && <Small>{shown.preview.title}</Small>
            )}
            {decisions}
          </StaysInView>
        </ShownDecisionContext.Provider>
      )}
    </>
  );
}

/** Returns whether a line of an effect is an amount that is added or taken: `+$650.00 (available +$650.00)`. */
const isMovement = ({ from, to }: EffectLine): boolean => from === undefined && /^[+−]\$/.test(to);

/** Warnings in order: why the entry can't be decided now, freezes, then risks. */
function Checks({ row: { mark, risks }, freezes, me, checks }: Opened & { checks: Check[] }) {
  const { held, takenBy } = mark ?? {};
  const lines: ReactNode[] = [
    held && (
      <>
        On hold since <Time at={held.at} />, by {held.by}: {held.reason}. The investor{' '}
        {held.isInvestorNotified ? 'was' : 'was not'} told. Release it to decide.
      </>
    ),
    takenBy && takenBy.id !== me && (
      <>
        Assigned to {takenBy.name} since <Time at={takenBy.at} />. Reassign it to yourself to decide.
      </>
    ),
    ...freezes.map(({ part, at, reason, by }) => (
      <>
        {FROZEN_LABELS[part]} frozen since <Time at={at} />
        {by && `, by ${by}`}
        {reason && `: ${reason}`}
      </>
    )),
    ...checks.map(({ content }) => content),
    ...risks
      .filter((risk) => !checks.some((check) => check.risk === risk))
      .map((risk) => RISK_DESCRIPTIONS[risk] ?? risk),
  ].filter(Boolean);
  if (lines.length === 0) return null;
  return (
    <Notice tone="warning">
      <ul className="work-checks">
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
    </Notice>
  );
}

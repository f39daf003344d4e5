import type { ReactNode } from 'react';
import { RequestDecisions } from '~/features/backoffice/approvals/components/RequestDecisions';
import type { EntryRequest } from '~/features/backoffice/approvals/waitingApprovals.server';
import type { ListedFreeze } from '~/features/backoffice/auditLog/freezes.server';
import type { NamedEvent } from '~/features/backoffice/auditLog/logs.server';
import { type QueueRow, RISKS_IN_WORDS } from '~/features/backoffice/reviewQueue/view';
import { MayLink } from '~/features/people/components';
import { effectItems } from '~/ui/forms/PreviewCard';
import { Card, TitleRow } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { ClosedContext, PlaceContext } from '~/ui/savedPlace';
import { DefinitionList, Time } from '~/ui/tables/Data';
import { OPEN_ID, StaysInView } from '~/ui/tables/WorkList';
import { Marks, MarksLine } from './internal/Marks';
import { OpenItemContext } from './openItemContext';

/** Place of the open entry: its forms post to `own`, and lead to `next` once it has been decided. */
export const OpenItemPlace = ({ own, next, children }: { own: string; next: string; children: ReactNode }) => (
  <OpenItemContext.Provider value={own}>
    <ClosedContext.Provider value={next}>
      <PlaceContext.Provider value={OPEN_ID}>{children}</PlaceContext.Provider>
    </ClosedContext.Provider>
  </OpenItemContext.Provider>
);

export type Opened = {
  row: QueueRow;
  requestKeys: Record<string, string>;
  freezes: ListedFreeze[];
  me: string;
  keys: Record<string, string>;
  marks: Record<string, string>;
  history: NamedEvent[];
};

/** Warning; `risk` is its name in the list, null where the entry says it elsewhere. */
export type Check = { risk?: string; told: ReactNode };

const FROZEN = { account: 'The account is', withdrawals: 'Withdrawals are', copying: 'Copying is' };

/** Open entry: owner, state, warnings (`checks`, the weightiest first), content, and always in view the decision. */
export function OpenItem({
  checks = [],
  decisions,
  children,
  ...opened
}: Opened & { checks?: Check[]; decisions: ReactNode; children: ReactNode }) {
  const { row, requestKeys, me, keys, marks, history } = opened;
  const { owner, request } = row;
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
      {request && <ApprovalRequest {...request} keys={requestKeys} />}
      <Marks row={row} marks={marks} history={history} />
      {Object.keys(keys).length > 0 && <StaysInView name="Decide">{decisions}</StaysInView>}
    </>
  );
}

/** Request for a second administrator, with its effect and what the reader can decide about it. */
function ApprovalRequest({ keys, ...request }: EntryRequest & { keys: Record<string, string> }) {
  const { id, requester, at, reason, effect, digest } = request;
  return (
    <Card
      title={effect.title}
      lead={
        <>
          Requested by {requester}, <Time at={at} />. It happens when a second administrator approves it.
        </>
      }
    >
      <DefinitionList
        items={[...effectItems(effect.lines), ...(reason ? [{ term: 'Their reason', detail: reason }] : [])]}
      />
      <RequestDecisions id={id} digest={digest} keys={keys} suffix="-request" />
    </Card>
  );
}

/** Warnings: why it can't be decided now, freezes, then risks. */
function Checks({ row: { mark, risks }, freezes, me, checks }: Opened & { checks: Check[] }) {
  const { held, takenBy } = mark ?? {};
  const lines: ReactNode[] = [
    held && (
      <>
        On hold since <Time at={held.at} />, by {held.by}: {held.reason}. The investor {held.told ? 'was' : 'was not'}{' '}
        told. Release it to decide.
      </>
    ),
    takenBy && takenBy.id !== me && (
      <>
        Assigned to {takenBy.name} since <Time at={takenBy.at} />. Reassign it to yourself to decide.
      </>
    ),
    ...freezes.map(({ part, at, reason, by }) => (
      <>
        {FROZEN[part]} frozen since <Time at={at} />
        {by && `, by ${by}`}
        {reason && `: ${reason}`}
      </>
    )),
    ...checks.map(({ told }) => told),
    ...risks.filter((risk) => !checks.some((check) => check.risk === risk)).map((risk) => RISKS_IN_WORDS[risk] ?? risk),
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

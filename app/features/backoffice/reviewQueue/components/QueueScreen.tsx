import type { ReactNode } from 'react';
import type { SeveralOutcome } from '~/features/backoffice/approvals/performSeveral.server';
import { buildQueueAddress, type QueueRow, type QueueView, type Sort } from '~/features/backoffice/reviewQueue/view';
import { formatUsd } from '~/ledger/money';
import { countPages } from '~/platform/db/paging';
import { ROWS_ON_A_PAGE } from '~/platform/pageSizes';
import { LinkButton } from '~/ui/Button';
import { useHydrated } from '~/ui/browser/hydrated';
import { Field, SelectField } from '~/ui/forms/Field';
import { FilterButtons } from '~/ui/forms/FilterButtons';
import { GetForm } from '~/ui/forms/Form';
import { Cluster } from '~/ui/layout/Layout';
import { Tabs } from '~/ui/layout/Tabs';
import { ageText } from '~/ui/tables/ageText';
import { Age, Empty, Money, Pager, stateName } from '~/ui/tables/Data';
import {
  ListAndOpen,
  OPEN_ENTRY_ID,
  type WorkHeading,
  WorkHeadings,
  WorkLine,
  WorkLines,
  WorkNote,
  WorkPage,
  WorkTool,
} from '~/ui/tables/WorkList';
import { useReturnedValues } from '~/web/form/useReturnedValues';
import type { QueueChoices } from '../queueQuery.server';
import { fitRowState, formatRowPerson, ROW_STATE_LETTERS } from '../rowState';
import { TICKED_ENTRIES_INTENT } from '../several';
import { DecisionProblem } from './DecisionProblem';
import { DecideSeveral, type Several, SeveralResults } from './internal/DecideSeveral';
import { QUEUE_SHORTCUTS, setAllChecked, useQueueKeys } from './internal/useQueueKeys';
import { OpenItemPlace } from './OpenItem';

export type QueueData = {
  view: QueueView;
  total: number;
  cents?: bigint;
  rows: QueueRow[];
  choices: QueueChoices;
  me: string;
  staff: { value: string; label: string }[];
  at: Date;
  open: { row: QueueRow } | null;
  several: Several | null;
  results: SeveralOutcome[] | null;
};

/** Queue screen: the list, with filter and order from the URL, and the open entry. */
export function QueueScreen(
  props: QueueData & {
    title: string;
    path: string;
    what: string;
    /** Additional tools above the list. */
    tools?: ReactNode;
    children: ReactNode;
  },
) {
  const { title, path, view, total, cents, rows, choices, several, children } = props;
  const open = props.open?.row.id ?? null;
  useQueueKeys();
  const hydrated = useHydrated();
  const ticked = new Set(useReturnedIds());
  const to = (changes: Partial<QueueView>) =>
    buildQueueAddress(path, { ...view, page: 1, item: undefined, ...changes });
  const item = (id: string) => buildQueueAddress(path, { ...view, item: id });
  const place = rows.findIndex(({ id }) => id === open);
  const next = (rows[place + 1] ?? rows[place - 1])?.id;
  const isNarrowed = to({}) !== buildQueueAddress(path, { show: view.show, page: 1 });
  return (
    <WorkPage
      title={title}
      totals={<Totals total={total} cents={cents} />}
      views={
        <Tabs
          label={title}
          items={[
            // Without the state, since a decided one belongs to "All".
            { href: to({ show: 'waiting', status: undefined }), label: 'Waiting' },
            { href: to({ show: 'held', status: undefined }), label: 'On hold' },
            { href: to({ show: 'all' }), label: 'All' },
          ]}
        />
      }
      tools={
        <>
          <WorkTool label={isNarrowed ? 'Filter: on' : 'Filter'} tool="filter">
            <Filter
              path={path}
              view={view}
              choices={choices}
              isNarrowed={isNarrowed}
              me={props.me}
              staff={props.staff}
            />
          </WorkTool>
          {several && rows.length > 0 && <DecideSeveral {...several} at={to({})} />}
          {props.tools}
          <WorkTool label="Shortcuts" tool="keys" keys>
            <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
              {QUEUE_SHORTCUTS.map(({ key, does }) => (
                <li key={key}>
                  <kbd className="font-mono font-semibold">{key}</kbd> {does}
                </li>
              ))}
            </ul>
          </WorkTool>
          <a
            href={buildQueueAddress(`${path}.csv`, { ...view, page: 1, item: undefined })}
            download
            className="work-tool-name"
          >
            CSV
          </a>
        </>
      }
    >
      <DecisionProblem />
      {props.results && <SeveralResults results={props.results} />}
      <ListAndOpen
        chosen={view.item !== undefined && open !== null}
        back={to({ page: view.page })}
        list={
          <>
            {rows.length > 0 && (
              <WorkLines
                label={title}
                isText={!choices.amounts}
                atMost={ROWS_ON_A_PAGE}
                headings={
                  <Headings
                    view={view}
                    choices={choices}
                    what={props.what}
                    to={to}
                    ticks={hydrated && several !== null}
                  />
                }
              >
                {rows.map((row) => (
                  <WorkLine
                    key={row.id}
                    id={`line-${row.id}`}
                    to={item(row.id) + (hydrated ? '' : `#${OPEN_ENTRY_ID}`)}
                    isOpen={row.id === open}
                    name={`${row.owner.firstName} ${row.owner.lastName}`}
                    tick={
                      several
                        ? {
                            form: TICKED_ENTRIES_INTENT,
                            name: 'ids',
                            value: row.id,
                            label: `Choose ${row.owner.firstName} ${row.owner.lastName}`,
                            ticked: ticked.has(row.id),
                          }
                        : undefined
                    }
                    amount={row.amount === undefined ? null : <Money cents={row.amount} />}
                    what={row.what}
                    since={<Age since={row.since} at={props.at} />}
                    state={describeState(row, {
                      isWaiting: view.show === 'waiting',
                      maxChars: ROW_STATE_LETTERS[choices.amounts ? 'amounts' : 'texts'],
                      at: props.at,
                    })}
                  />
                ))}
              </WorkLines>
            )}
            {total === 0 && (
              <Empty
                icon={isNarrowed ? 'search' : 'check'}
                action={
                  isNarrowed ? (
                    <LinkButton to={buildQueueAddress(path, { show: view.show, page: 1 })}>
                      Show without the filter
                    </LinkButton>
                  ) : (
                    view.show !== 'all' && <LinkButton to={to({ show: 'all' })}>See all</LinkButton>
                  )
                }
              >
                {isNarrowed
                  ? 'No entry matches the filter.'
                  : view.show === 'waiting'
                    ? 'No decisions are waiting.'
                    : view.show === 'held'
                      ? 'Nothing is on hold.'
                      : 'Nothing here yet.'}
              </Empty>
            )}
            <Pager page={view.page} pages={countPages(total)} href={(page) => to({ page })} />
          </>
        }
        open={
          open && (
            <OpenItemPlace own={item(open)} next={next ? item(next) : to({ page: view.page })}>
              {children}
            </OpenItemPlace>
          )
        }
      />
    </WorkPage>
  );
}

function useReturnedIds(): string[] {
  const ids: unknown = useReturnedValues()?.ids;
  return Array.isArray(ids) ? ids : typeof ids === 'string' ? [ids] : [];
}

const Totals = ({ total, cents }: Pick<QueueData, 'total' | 'cents'>) => (
  <WorkNote>
    {total === 1 ? '1 entry' : `${total} entries`}
    {cents !== undefined && `, ${formatUsd(cents)}`}
  </WorkNote>
);

function describeState(
  { mark, request, next, risks, shown, status }: QueueRow,
  { isWaiting, maxChars, at }: { isWaiting: boolean; maxChars: number; at: Date },
): ReactNode {
  const assignee = request
    ? { before: 'Asked by ', name: request.requester, after: ` ${ageText(at.getTime() - request.at.getTime())} ago` }
    : mark?.takenBy && { before: '', name: mark.takenBy.name, after: '' };
  const isPersonShown = (isWaiting || request) && !mark?.held && assignee;
  const label = mark?.held ? 'On hold' : isWaiting ? (next ?? '') : stateName(shown ?? status);
  const state = fitRowState({ person: isPersonShown || undefined, status: label, risks }, maxChars);
  if (!state.status && !state.risk) return null;
  const full = [isPersonShown ? formatRowPerson(isPersonShown) : label, ...risks].filter(Boolean).join(', ');
  return (
    <span title={full}>
      {state.status && <WorkNote>{state.status}</WorkNote>}
      {state.status && state.risk && ', '}
      {state.risk && (
        <WorkNote tone="warning">
          {state.risk}
          {state.all && <span className="sr-only">: {state.all}</span>}
        </WorkNote>
      )}
    </span>
  );
}

function Headings({
  view,
  choices,
  what,
  to,
  ticks,
}: Pick<QueueData, 'view' | 'choices'> & {
  what: string;
  to: (changes: Partial<QueueView>) => string;
  ticks: boolean;
}) {
  const now = view.sort ?? (view.show === 'all' ? 'newest' : 'oldest');
  const by = (first: Sort, second: Sort) => ({
    to: to({ sort: now === first ? second : first }),
    order: now === first ? ('down' as const) : now === second ? ('up' as const) : undefined,
  });
  const headings: WorkHeading[] = [
    { name: 'Name', to: to({ sort: 'name' }), order: now === 'name' ? 'up' : undefined },
    ...(choices.amounts ? [{ name: 'Amount', place: 'amount' as const, ...by('largest', 'smallest') }] : []),
    { name: what, place: choices.amounts ? undefined : 'wide' },
    { name: 'Age', ...by('oldest', 'newest') },
    { name: view.show === 'waiting' ? 'To check' : 'State' },
  ];
  return (
    <>
      {ticks ? (
        <label className="work-tick">
          <input
            type="checkbox"
            aria-label="Tick all"
            className="size-4"
            onChange={({ target }) => setAllChecked(target.checked)}
          />
        </label>
      ) : (
        <span className="work-tick" />
      )}
      <WorkHeadings headings={headings} />
    </>
  );
}

type FilterProps = Pick<QueueData, 'view' | 'choices' | 'me' | 'staff'> & { path: string; isNarrowed: boolean };

function Filter({ path, view, choices, isNarrowed, me, staff }: FilterProps) {
  const all = buildQueueAddress(path, { show: view.show, page: 1 });
  const getFieldProps = (name: keyof QueueView) => ({
    name,
    id: `filter-${name}`,
    defaultValue: String(view[name] ?? ''),
  });
  return (
    <GetForm key={buildQueueAddress(path, view)} inline="columns" action={path}>
      <Field label="Name, email or ID" {...getFieldProps('q')} type="search" autoComplete="off" />
      {choices.methods && (
        <SelectField label="Method" {...getFieldProps('method')} options={choices.methods} placeholder="Any" />
      )}
      {choices.amounts && (
        <>
          <Field label="From, dollars" {...getFieldProps('least')} inputMode="decimal" autoComplete="off" />
          <Field label="To, dollars" {...getFieldProps('most')} inputMode="decimal" autoComplete="off" />
        </>
      )}
      <Field label="Older than, days" {...getFieldProps('days')} inputMode="numeric" autoComplete="off" />
      <SelectField
        label="To check"
        {...getFieldProps('risk')}
        options={[{ value: 'any', label: 'Any of these' }, ...choices.risks]}
        placeholder="Everything"
      />
      <SelectField
        label="State"
        {...getFieldProps('status')}
        options={choices.states.map((value) => ({ value, label: stateName(value) }))}
        placeholder="Any"
      />
      <SelectField
        label="Assigned to"
        {...getFieldProps('taken')}
        options={[
          { value: me, label: 'Me' },
          { value: 'nobody', label: 'Nobody' },
          ...staff.filter(({ value }) => value !== me),
        ]}
        placeholder="Anyone or nobody"
      />
      {view.show !== 'waiting' && <input type="hidden" name="show" value={view.show} />}
      {view.sort && <input type="hidden" name="sort" value={view.sort} />}
      {view.user && <input type="hidden" name="user" value={view.user} />}
      <Cluster>
        <FilterButtons submitLabel="Show" all={all} isFiltered={isNarrowed} />
      </Cluster>
    </GetForm>
  );
}

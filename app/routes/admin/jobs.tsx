import { listJobRuns } from '~/features/backoffice/admin/jobRuns.server';
import { getJobTitle } from '~/features/backoffice/admin/jobTitles';
import { loadFindingsOfJobs } from '~/features/money/books/checkChanges.server';
import { JOBS } from '~/jobs.server';
import { systemNow } from '~/platform/clock';
import { Disclosure } from '~/ui/layout/Disclosure';
import { Page, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Muted, NoWrap, WithSettingNames } from '~/ui/Text';
import { Age, Badge, StatusBadge, Time } from '~/ui/tables/Data';
import { type Column, InRow, Table } from '~/ui/tables/Table';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const loader = admin.loader('operation:read', async () => ({
  ...(await listJobRuns(JOBS)),
  found: await loadFindingsOfJobs(),
  at: systemNow(),
}));

export default function Jobs() {
  const { rows, never, found, at } = useLoaderData<typeof loader>();
  const fine = rows.filter((row) => isFine(row, found));
  const unused = rows.filter((row) => !isUsed(row));
  const unusual = rows.filter((row) => !fine.includes(row) && !unused.includes(row));
  const table = { rowKey: ({ name }: JobRow) => name, dense: true, columns: createColumns(found, at) };
  return (
    <Page
      title="Jobs"
      lead={`Automatic tasks, and the result of their last run.${never.length ? ` Not run yet: ${never.map(getJobTitle).join(', ')}.` : ''}`}
    >
      {unusual.length === 0 && fine.length > 0 ? (
        <Notice tone="success">All jobs ran as planned.</Notice>
      ) : (
        <Table
          {...table}
          caption="Jobs that failed, are late or are running"
          rows={unusual}
          empty="No job has run yet."
        />
      )}
      {fine.length > 0 && (
        <Disclosure summary={`On schedule (${fine.length})`}>
          <Table {...table} caption="Jobs that run as planned" rows={fine} />
        </Disclosure>
      )}
      {unused.length > 0 && (
        <Disclosure summary={`Not in use (${unused.length})`}>
          <Table {...table} caption="Jobs that are not in use" rows={unused} />
        </Disclosure>
      )}
    </Page>
  );
}

type JobRow = Awaited<ReturnType<typeof listJobRuns>>['rows'][number];

/** Returns whether a job is used here: it is not idle and belongs to this version. */
const isUsed = ({ idle, everyMs }: JobRow): boolean => !idle && everyMs !== null;

/** Returns whether a job is used, has finished its last run without an error or a finding, and is not late. */
const isFine = (row: JobRow, found: Awaited<ReturnType<typeof loadFindingsOfJobs>>): boolean =>
  isUsed(row) && !row.holder && row.lastError === null && !row.late && !found[row.name];

const createColumns = (found: Awaited<ReturnType<typeof loadFindingsOfJobs>>, now: Date): Column<JobRow>[] => [
  {
    header: 'Job',
    cell: ({ name, lastError, idle }) => (
      <Stack gap="tight">
        <span>{getJobTitle(name)}</span>
        {idle && (
          <Muted>
            <WithSettingNames>{idle}</WithSettingNames>
          </Muted>
        )}
        {lastError && (
          <Muted>
            <WithSettingNames>{lastError}</WithSettingNames>
          </Muted>
        )}
        {found[name] !== undefined && <Muted>{describeFound(found[name])}</Muted>}
      </Stack>
    ),
  },
  {
    header: 'State',
    align: 'end',
    cell: (row) => {
      if (row.holder) return <StatusBadge status="running" />;
      if (!isUsed(row)) return <Badge icon="dash">Not in use</Badge>;
      if (row.lastError === null && row.late) return <Badge tone="warning">Late</Badge>;
      return row.lastError ? (
        <StatusBadge status="failed" />
      ) : (
        <Badge tone="good" icon="check">
          On schedule
        </Badge>
      );
    },
  },
  {
    header: 'Every',
    spare: true,
    cell: ({ everyMs }) => <NoWrap>{everyMs === null ? 'no longer' : intervalText(everyMs)}</NoWrap>,
  },
  {
    header: 'Last run',
    cell: ({ lastFinishedAt: at }) => (
      <>
        <InRow>Last run: </InRow>
        {at ? (
          <NoWrap>
            <Age since={at} at={now} /> ago
          </NoWrap>
        ) : (
          'never'
        )}
      </>
    ),
  },
  { header: 'Next', spare: true, cell: ({ next }) => next && <Time at={next} clockOnly /> },
  { header: 'Runs', align: 'end', spare: true, cell: ({ runs }) => runs.toLocaleString('en-US') },
  { header: 'Failures', align: 'end', spare: true, cell: ({ failures }) => failures },
];

const describeFound = (n: number) => (n === 0 ? 'No problems' : n === 1 ? 'Found 1 problem' : `Found ${n} problems`);

const intervalText = (ms: number) =>
  ms < 60_000 ? `${ms / 1_000} s` : ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`;

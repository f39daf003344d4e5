import { jobRuns } from '~/features/admin/jobRuns.server';
import { jobTitle } from '~/features/admin/jobTitles';
import { foundByJobs } from '~/features/books/checkChanges.server';
import { JOBS } from '~/jobs.server';
import { Page, Stack } from '~/ui/layout/Layout';
import { Muted, Unbroken } from '~/ui/Text';
import { Badge, StatusBadge, Time } from '~/ui/tables/Data';
import { InRow, Table } from '~/ui/tables/Table';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: 'Jobs · Mirrorbook' }];

export const loader = admin.loader('operation:read', async () => ({
  ...(await jobRuns(JOBS)),
  found: await foundByJobs(),
}));

export default function Jobs() {
  const { rows, never, found } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Jobs"
      lead={`Automatic tasks, and the result of their last run.${never.length ? ` Not run yet: ${never.map(jobTitle).join(', ')}.` : ''}`}
    >
      <Table
        caption="Jobs"
        rows={rows}
        rowKey={({ name }) => name}
        empty="No job has run yet."
        dense
        columns={[
          {
            header: 'Job',
            cell: ({ name, lastError, idle }) => (
              <Stack gap="tight">
                <span>{jobTitle(name)}</span>
                {idle && <Muted>{idle}</Muted>}
                {lastError && <Muted>{lastError}</Muted>}
                {found[name] !== undefined && <Muted>{foundWords(found[name])}</Muted>}
              </Stack>
            ),
          },
          {
            header: 'State',
            align: 'end',
            cell: ({ holder, lastError, idle }) => {
              if (holder) return <StatusBadge status="running" />;
              if (idle) return <Badge icon="dash">Not in use</Badge>;
              return lastError ? (
                <StatusBadge status="failed" />
              ) : (
                <Badge tone="good" icon="check">
                  Fine
                </Badge>
              );
            },
          },
          {
            header: 'Every',
            spare: true,
            cell: ({ everyMs }) => <Unbroken>{everyMs === null ? 'no longer' : intervalText(everyMs)}</Unbroken>,
          },
          {
            header: 'Last run',
            cell: ({ lastFinishedAt: at }) => (
              <>
                <InRow>Last run: </InRow>
                {at ? <Time at={at} /> : 'never'}
              </>
            ),
          },
          { header: 'Next', spare: true, cell: ({ next }) => next && <Time at={next} /> },
          { header: 'Runs', align: 'end', spare: true, cell: ({ runs }) => runs.toLocaleString('en-US') },
          { header: 'Failures', align: 'end', spare: true, cell: ({ failures }) => failures },
        ]}
      />
    </Page>
  );
}

const foundWords = (n: number) => (n === 0 ? 'Found nothing' : n === 1 ? 'Found 1 problem' : `Found ${n} problems`);

const intervalText = (ms: number) =>
  ms < 60_000 ? `${ms / 1_000} s` : ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`;

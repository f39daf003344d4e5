import { useLoaderData } from '@remix-run/react';
import { jobsList } from '~/features/admin/operation.server';
import { JOBS } from '~/jobs.server';
import { admin } from '~/platform/guard/index.server';
import { Badge, Time } from '~/ui/Data';
import { Page } from '~/ui/Layout';
import { Table } from '~/ui/Table';

export const meta = () => [{ title: 'Jobs · Mirrorbook' }];

export const loader = admin.loader(async () => jobsList(JOBS));

export default function Jobs() {
  const { rows, never } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Jobs"
      lead={`Work that happens by itself, and how it went last.${never.length ? ` Not run yet: ${never.join(', ')}.` : ''}`}
    >
      <Table
        caption="Jobs"
        rows={rows}
        rowKey={({ name }) => name}
        empty="No job has run yet."
        columns={[
          { header: 'Job', cell: ({ name }) => name },
          {
            header: 'Now',
            cell: ({ holder, lastError }) => {
              if (holder) return <Badge tone="accent">running</Badge>;
              return lastError ? <Badge tone="bad">failed last</Badge> : <Badge tone="good">well</Badge>;
            },
          },
          { header: 'Every', cell: ({ everyMs }) => (everyMs === null ? 'no longer' : pause(everyMs)) },
          { header: 'Started', cell: ({ lastStartedAt: at }) => (at ? <Time at={at} /> : 'never') },
          { header: 'Ended', cell: ({ lastFinishedAt: at }) => (at ? <Time at={at} /> : 'never') },
          { header: 'Next', cell: ({ next }) => next && <Time at={next} /> },
          { header: 'Runs', align: 'end', cell: ({ runs }) => runs },
          { header: 'Failures', align: 'end', cell: ({ failures }) => failures },
          { header: 'Last error', cell: ({ lastError }) => lastError ?? '' },
        ]}
      />
    </Page>
  );
}

const pause = (ms: number) =>
  ms < 60_000 ? `${ms / 1_000} s` : ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`;

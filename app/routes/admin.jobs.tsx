import { useLoaderData } from '@remix-run/react';
import { jobsList } from '~/features/admin/logs.server';
import { admin } from '~/platform/guard/index.server';
import { Badge, Time } from '~/ui/Data';
import { Page } from '~/ui/Layout';
import { Table } from '~/ui/Table';

export const meta = () => [{ title: 'Jobs · Mirrorbook' }];

export const loader = admin.loader(async () => ({ jobs: await jobsList() }));

export default function Jobs() {
  const { jobs } = useLoaderData<typeof loader>();
  return (
    <Page title="Jobs" lead="Work that happens by itself, and how it went last.">
      <Table
        caption="Jobs"
        rows={jobs}
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
          { header: 'Started', cell: ({ lastStartedAt: at }) => (at ? <Time at={at} /> : 'never') },
          { header: 'Ended', cell: ({ lastFinishedAt: at }) => (at ? <Time at={at} /> : 'never') },
          { header: 'Runs', align: 'end', cell: ({ runs }) => runs },
          { header: 'Failures', align: 'end', cell: ({ failures }) => failures },
          { header: 'Last error', cell: ({ lastError }) => lastError ?? '' },
        ]}
      />
    </Page>
  );
}

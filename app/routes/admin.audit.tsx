import { useLoaderData, useLocation, useSearchParams } from '@remix-run/react';
import { EventsTable } from '~/features/admin/components/EventsTable';
import { auditChoices, auditPage } from '~/features/admin/logs.server';
import { withQuery } from '~/features/admin/paging';
import { admin } from '~/platform/guard/index.server';
import { Button } from '~/ui/Button';
import { Pager } from '~/ui/Data';
import { Field, SelectField } from '~/ui/Field';
import { GetForm } from '~/ui/Form';
import { Page } from '~/ui/Layout';

export const meta = () => [{ title: 'Audit log · Mirrorbook' }];

export const loader = admin.loader(async ({ url }) => ({
  ...(await auditPage(url.searchParams)),
  choices: await auditChoices(),
}));

const KINDS = [
  { value: 'admin', label: 'Any administrator' },
  { value: 'investor', label: 'Any investor' },
  { value: 'system', label: 'The system' },
];

export default function AuditLog() {
  const { rows, page, pages, total, choices } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const [query] = useSearchParams();
  const admins = choices.admins.map(({ id, name }) => ({ value: id, label: name }));
  const things = choices.things.map((thing) => ({ value: thing, label: thing }));
  return (
    <Page title="Audit log" lead={`${total} events: who did what, when and why`}>
      <GetForm inline key={search}>
        <SelectField
          label="Who"
          name="actor"
          options={[...KINDS, ...admins]}
          placeholder="Anybody"
          defaultValue={query.get('actor') ?? ''}
        />
        <SelectField
          label="What"
          name="thing"
          options={things}
          placeholder="Anything"
          defaultValue={query.get('thing') ?? ''}
        />
        <Field label="Id" name="id" defaultValue={query.get('id') ?? ''} autoComplete="off" />
        <Button icon="search">Show</Button>
      </GetForm>
      <EventsTable events={rows} caption="Events, newest first" />
      <Pager page={page} pages={pages} href={(to) => withQuery(search, { page: String(to) })} />
    </Page>
  );
}

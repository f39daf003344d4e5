import { ChangeHistory } from '~/features/backoffice/auditLog/components/ChangeHistory';
import { withNames } from '~/features/backoffice/auditLog/logs.server';
import { EntryForm } from '~/features/backoffice/catalogue/components/EntryForm';
import { DepositMethods, Plans, Rates, WithdrawalMethods } from '~/features/backoffice/catalogue/components/Lists';
import { ENTRY_RIGHTS, KIND_NAMES } from '~/features/backoffice/catalogue/kinds';
import { findEntryDialog, loadCatalogue } from '~/features/backoffice/catalogue/queries.server';
import { createConfirm } from '~/features/people/twofactor/confirmAdministrator.server';
import { read } from '~/platform/db/index.server';
import { findTimeline } from '~/platform/events/index.server';
import { entryForm, postEntry } from '~/routes/admin/catalogue.form.server';
import { hasRight } from '~/signIns/rights';
import { Page } from '~/ui/layout/Layout';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const loader = admin.loader('catalogue:read', async ({ administrator, url }) => {
  const catalogue = await loadCatalogue();
  const input = findEntryDialog(url.searchParams, catalogue);
  const step = input && hasRight(administrator, ENTRY_RIGHTS[input.kind]) ? input : null;
  const happened = step?.code ? await findTimeline(read(), KIND_NAMES[step.kind], step.code) : [];
  const formKey = step ? entryForm.key(administrator.id, step) : '';
  return { catalogue, step, formKey, history: await withNames(happened) };
});

export const action = admin.action('plans:change', async (context) =>
  postEntry({ ...context, confirm: createConfirm(context) }, context.url.searchParams),
);

export default function CataloguePage() {
  const { catalogue, step, formKey, history } = useLoaderData<typeof loader>();
  return (
    <Page title="Catalogue" lead="The offer and its terms. Every change is recorded, with its author and time.">
      {step && (
        <EntryForm
          key={`${step.kind}:${step.code}`}
          step={step}
          formKey={formKey}
          history={<ChangeHistory events={history} />}
        />
      )}
      <Plans {...catalogue} />
      <DepositMethods {...catalogue} />
      <WithdrawalMethods {...catalogue} />
      <Rates {...catalogue} />
    </Page>
  );
}

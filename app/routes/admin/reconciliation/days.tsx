import { SourceFrame } from '~/features/money/reconciliation/components/SourceFrame';
import { DaysTable } from '~/features/money/reconciliation/components/tables';
import { countersignDay, loadDaysPage, signDay } from '~/features/money/reconciliation/days.server';
import { signSchema } from '~/features/money/reconciliation/schema';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { dayText } from '~/platform/text/dayText';
import { pageTitle } from '~/platform/text/productName';
import { Section } from '~/ui/layout/Layout';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';
import { createSourceAction, loadSourcePage } from './source.form.server';

export const meta = () => [{ title: pageTitle('Daily sign-off') }];

export const loader = admin.loader('books:read', async (context) => {
  const { source, ...page } = await loadSourcePage(context);
  return { ...page, me: context.administrator.id, days: source ? await loadDaysPage(source) : [] };
});

const createSignedToast = (how: string) =>
  [({ day }: { day: string }) => `${dayText(new Date(day))} is ${how}`, () => '/days'] as const;

export const action = admin.actions('statements:change', {
  sign: createSourceAction(signSchema, signDay, ...createSignedToast('signed')),
  countersign: createSourceAction(signSchema, countersignDay, ...createSignedToast('countersigned')),
});

export default function Days() {
  const { method, path, have, days, me } = useLoaderData<typeof loader>();
  return (
    <SourceFrame method={method} path={path} lead={have}>
      <ActionProblem />
      <Section id="days" title="Custody by day" lead="One administrator signs a day, and another countersigns it.">
        <DaysTable rows={days} me={me} path={path} of={method.code} />
      </Section>
    </SourceFrame>
  );
}

import { RightsTable } from '~/features/people/staff/components/RightsTable';
import { pageTitle } from '~/platform/text/productName';
import { Page } from '~/ui/layout/Layout';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Roles and rights') }];

export const loader = admin.loader('everyone', async ({ administrator }) => ({ role: administrator.role }));

export default function Rights() {
  const { role } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Roles and rights"
      lead={`Your role is ${role}. A superadmin has all rights. In live mode many actions also need a second administrator.`}
    >
      <RightsTable />
    </Page>
  );
}

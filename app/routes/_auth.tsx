import { data } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { SiteBanner } from '~/features/shell/SiteBanner';
import { visitor } from '~/platform/guard/index.server';
import { takeToast } from '~/platform/toast.server';
import { FormProvider } from '~/ui/Form';
import { Toast } from '~/ui/Notice';
import { AuthShell } from '~/ui/Shell';

export const handle = { hydrate: true };

export const loader = visitor.loader(async ({ request, csrf }) => {
  const { toast, headers } = await takeToast(request);
  return data({ csrf, toast }, { headers });
});

export default function AuthLayout() {
  const { csrf, toast } = useLoaderData<typeof loader>();
  return (
    <FormProvider value={{ csrf }}>
      <AuthShell banner={<SiteBanner />} toast={toast && <Toast key={toast.text} {...toast} />}>
        <Outlet />
      </AuthShell>
    </FormProvider>
  );
}

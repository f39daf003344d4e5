import { KycForm } from '~/features/kyc/components/KycForm';
import { KycStanding } from '~/features/kyc/components/KycStanding';
import { Papers } from '~/features/kyc/components/Papers';
import { kycOf } from '~/features/kyc/queries.server';
import { kycSchema } from '~/features/kyc/schema';
import { submitKyc, whyNoPapers } from '~/features/kyc/submitKyc.server';
import { Card, Page } from '~/ui/layout/Layout';
import { investorForm } from '~/web/form/moneyForm.server';
import { investor } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: 'KYC · Mirrorbook' }];

const papersForm = investorForm({
  operation: 'kyc',
  schema: kycSchema,
  upload: { purpose: 'document', unless: ({ user }) => whyNoPapers(user) },
  run: (tx, papers, { user }) => submitKyc(tx, user, papers),
  refusesAgain: true,
  next: () => ({
    to: '/kyc',
    toast: {
      tone: 'success',
      title: 'KYC Submitted!',
      text: 'Your KYC documents have been successfully submitted and are under review.',
    },
  }),
});

export const loader = investor.loader(async ({ user }) => ({
  ...(await kycOf(user)),
  formKey: papersForm.key(user.id),
}));

export const action = investor.action(papersForm.post);

export default function Kyc() {
  const { status, shown, latest, defaults, countries, formKey } = useLoaderData<typeof loader>();
  const open = status === 'none' || status === 'rejected';
  return (
    <Page title="KYC Submission" width="reading">
      <KycStanding status={shown} reason={latest?.papers.reason ?? null} />
      {open && (
        <Card>
          <KycForm defaults={defaults} countries={countries} formKey={formKey} />
        </Card>
      )}
      {latest && (
        <Card title={open ? 'What you sent before' : 'What you sent'}>
          <Papers {...latest} />
        </Card>
      )}
    </Page>
  );
}

import { KycForm } from '~/features/kyc/components/KycForm';
import { KycStanding } from '~/features/kyc/components/KycStanding';
import { Papers } from '~/features/kyc/components/Papers';
import { kycOf } from '~/features/kyc/queries.server';
import { kycSchema } from '~/features/kyc/schema';
import { submitKyc, whyNoPapers } from '~/features/kyc/submitKyc.server';
import { Card, Page } from '~/ui/Layout';
import { onceForm } from '~/web/form/submission.server';
import { investor } from '~/web/guard/index.server';
import { newKey } from '~/web/idempotency.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: 'KYC · Mirrorbook' }];

const OPERATION = 'kyc';

export const loader = investor.loader(async ({ user }) => ({
  ...(await kycOf(user)),
  moneyKey: newKey(user.id, OPERATION),
}));

export const action = investor.action(async ({ user, form }) =>
  onceForm(form, {
    scope: user.id,
    operation: OPERATION,
    schema: kycSchema,
    upload: { ownerId: user.id, purpose: 'document', unless: () => whyNoPapers(user) },
    run: (tx, papers) => submitKyc(tx, user, papers),
    refusesAgain: true,
    next: () => ({
      to: '/kyc',
      toast: {
        tone: 'success',
        title: 'KYC Submitted!',
        text: 'Your KYC documents have been successfully submitted and are under review.',
      },
    }),
  }),
);

export default function Kyc() {
  const { status, latest, defaults, moneyKey } = useLoaderData<typeof loader>();
  const open = status === 'none' || status === 'rejected';
  return (
    <Page title="KYC Submission" width="reading">
      <KycStanding status={status} reason={latest?.papers.reason ?? null} />
      {open && (
        <Card>
          <KycForm defaults={defaults} moneyKey={moneyKey} />
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

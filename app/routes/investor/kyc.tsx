import { KycForm, PaperForm } from '~/features/people/kyc/components/KycForm';
import { KycStanding } from '~/features/people/kyc/components/KycStanding';
import { IdentityDocuments } from '~/features/people/kyc/components/Papers';
import { paperShown } from '~/features/people/kyc/files';
import { kycOf, usualKycWait } from '~/features/people/kyc/queries.server';
import { kycSchema, paperSchema } from '~/features/people/kyc/schema';
import { sendPaper, submitKyc, whyNoPaper, whyNoPapers } from '~/features/people/kyc/submitKyc.server';
import { Card, Page } from '~/ui/layout/Layout';
import { BookPicture } from '~/ui/pictures/BookPicture';
import { investorForm, ownRows } from '~/web/form/moneyForm.server';
import { withFile } from '~/web/form/submission.server';
import { type InvestorContext, investor } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

const papersForm = investorForm({
  operation: 'kyc',
  schema: kycSchema,
  upload: { purpose: 'document', unless: ({ user }) => whyNoPapers(user) },
  run: (tx, papers, { user }) => submitKyc(tx, user, papers),
  locks: ownRows,
  refusesAgain: true,
  next: () => SENT,
});

const paperForm = investorForm({
  operation: 'kyc paper',
  schema: paperSchema,
  upload: { purpose: 'document', unless: ({ user }) => whyNoPaper(user) },
  run: (tx, paper, { user }) => sendPaper(tx, user, paper),
  locks: ownRows,
  refusesAgain: true,
  next: () => SENT,
});

const SENT = {
  to: '/kyc',
  toast: {
    tone: 'success',
    title: 'KYC Submitted!',
    text: 'Your KYC documents have been successfully submitted and are under review.',
  },
} as const;

export const loader = investor.loader(async ({ user }) => {
  const standing = await kycOf(user);
  return { ...standing, wait: await usualKycWait(), formKey: (standing.wanted ? paperForm : papersForm).key(user.id) };
});

export const action = investor.action(
  withFile(async (post: InvestorContext & { form: FormData }) =>
    // The form of one paper has no other field.
    post.form.has('firstName') ? await papersForm.post(post) : await paperForm.post(post),
  ),
);

export default function Kyc() {
  const { status, shown, wait, wanted, latest, defaults, formKey } = useLoaderData<typeof loader>();
  const open = status === 'none' || status === 'rejected';
  return (
    <Page
      title="Identity check"
      picture={<BookPicture icon="kyc" />}
      lead="Also called KYC: know your customer."
      width="main"
    >
      <KycStanding status={shown} wait={wait} papers={latest?.papers ?? null} />
      {wanted && (
        <Card title={paperShown(wanted)}>
          <PaperForm shows={paperShown(wanted)} formKey={formKey} />
        </Card>
      )}
      {open && !wanted && (
        <Card title="KYC Submission">
          <KycForm defaults={defaults} formKey={formKey} />
        </Card>
      )}
      {latest && (
        <Card title={open ? 'What you sent before' : 'What you sent'}>
          <IdentityDocuments {...latest} />
        </Card>
      )}
    </Page>
  );
}

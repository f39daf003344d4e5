import { IdentityDocuments } from '~/features/people/kyc/components/IdentityDocuments';
import { DocumentForm, KycForm } from '~/features/people/kyc/components/KycForm';
import { KycStanding } from '~/features/people/kyc/components/KycStanding';
import { documentName } from '~/features/people/kyc/files';
import { getUsualKycWait, loadKycStanding } from '~/features/people/kyc/queries.server';
import { documentSchema, kycSchema } from '~/features/people/kyc/schema';
import {
  findDocumentRefusal,
  findDocumentsRefusal,
  submitDocument,
  submitKyc,
} from '~/features/people/kyc/submitKyc.server';
import { Card, Columns, MainColumn, Page, Stack } from '~/ui/layout/Layout';
import { NextSteps } from '~/ui/messages/NextSteps';
import { BookPicture } from '~/ui/pictures/BookPicture';
import { createInvestorForm, lockOwnUser } from '~/web/form/moneyForm.server';
import { markHasFile } from '~/web/form/submission.server';
import { type InvestorContext, investor } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

const documentsForm = createInvestorForm({
  operation: 'kyc',
  schema: kycSchema,
  upload: { purpose: 'document', refuseBeforeStoring: ({ user }) => findDocumentsRefusal(user) },
  run: (tx, documents, { user }) => submitKyc(tx, user, documents),
  locks: lockOwnUser,
  refusesRepetition: true,
  next: () => SUBMITTED_OUTCOME,
});

const documentForm = createInvestorForm({
  operation: 'kyc paper',
  schema: documentSchema,
  upload: { purpose: 'document', refuseBeforeStoring: ({ user }) => findDocumentRefusal(user) },
  run: (tx, paper, { user }) => submitDocument(tx, user, paper),
  locks: lockOwnUser,
  refusesRepetition: true,
  next: () => SUBMITTED_OUTCOME,
});

const SUBMITTED_OUTCOME = {
  to: '/kyc',
  toast: {
    tone: 'success',
    title: 'KYC Submitted!',
    text: 'Your KYC documents have been successfully submitted and are under review.',
  },
} as const;

const NEXT_STEPS = [
  'You send your details and one document.',
  'Management reviews them, and approves the check or tells you what is missing.',
  'We email you the decision.',
];

export const loader = investor.loader(async ({ user }) => {
  const standing = await loadKycStanding(user);
  return {
    ...standing,
    wait: await getUsualKycWait(),
    formKey: (standing.wanted ? documentForm : documentsForm).key(user.id),
  };
});

export const action = investor.action(
  markHasFile(async (post: InvestorContext & { form: FormData }) =>
    // The form of a requested document has no other fields.
    post.form.has('firstName') ? await documentsForm.post(post) : await documentForm.post(post),
  ),
);

export default function Kyc() {
  const { status, shown, wait, wanted, latest, defaults, formKey } = useLoaderData<typeof loader>();
  const open = status === 'none' || status === 'rejected';
  const parts = (
    <>
      <KycStanding status={shown} wait={wait} documents={latest?.documents ?? null} />
      {wanted && (
        <Card title={documentName(wanted)}>
          <DocumentForm shows={documentName(wanted)} formKey={formKey} />
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
    </>
  );
  return (
    <Page title="Identity check" picture={<BookPicture icon="kyc" />} lead="Also called KYC: know your customer.">
      {open ? (
        <Columns ratio="main-aside">
          <Stack>{parts}</Stack>
          <NextSteps steps={NEXT_STEPS} wait={wait} note="You can deposit and withdraw in the meantime." />
        </Columns>
      ) : (
        <MainColumn>{parts}</MainColumn>
      )}
    </Page>
  );
}

import { MailOnPage } from '~/features/people/auth/components/ShownMail';
import { findVerificationMail } from '~/features/people/auth/queries.server';
import { mailRequestSchema } from '~/features/people/auth/schema';
import { sendVerification } from '~/features/people/auth/signUp/sendVerification.server';
import { newcomerOf } from '~/features/people/auth/signUp/signUpMark.server';
import { durationText } from '~/platform/text/durationText';
import { pageTitle } from '~/platform/text/productName';
import { LINK_LIFETIME_MS } from '~/signIns/signInLimits';
import { Button, LinkButton } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { Page, Section } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { readCookie } from '~/web/cookies/cookies.server';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { publicRoute, visitor } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Verify your email') }];

export const loader = publicRoute.loader(async ({ request, url }) => {
  const newcomer = newcomerOf(await readCookie(request, 'signup'));
  return { mail: newcomer ? await findVerificationMail(newcomer) : null, contested: url.searchParams.has('contested') };
});

export const action = visitor.action(async ({ form, address }) => {
  const sent = await parseSubmission(form, mailRequestSchema);
  if (!sent.ok) return sent.refused;
  const input = await sendVerification(sent.value, { address });
  if (!input.ok) return sent.refuse(input.error);
  const text =
    'If this address waits to be verified, a link is on its way, or was mailed a few minutes ago. Look in the spam folder too.';
  return await redirectWithToast('/verify', { tone: 'success', text });
});

export default function Verify() {
  const { mail, contested } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Verify your email"
      lead={
        mail ? undefined : `Open the link that we email you. It works for ${durationText(LINK_LIFETIME_MS.verify)}.`
      }
    >
      {contested && (
        <Notice tone="warning" title="This address was signed up before">
          The earlier sign-up had another password and was never verified, so neither password is valid, and the names
          are unchanged. Open the link that we emailed, then choose a password.
        </Notice>
      )}
      {mail ? (
        <MailOnPage mail={mail} />
      ) : (
        <LinkButton to="mailto:" document tone="primary" icon="mail" wide>
          Open Mail App
        </LinkButton>
      )}
      <Section title="No email yet?">
        <ActionForm
          schema={mailRequestSchema}
          id="resend"
          values={{ email: mail?.to }}
          fields={[{ name: 'email', label: 'Email', type: 'email', autoComplete: 'username' }]}
        >
          <Button wide>Send the link again</Button>
        </ActionForm>
      </Section>
    </Page>
  );
}

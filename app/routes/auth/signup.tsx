import { loadTradersToCompare } from '~/features/copying/traders/list/queries.server';
import { getTraderName } from '~/features/copying/traders/traderName';
import { InvitedBy } from '~/features/people/auth/components/InvitedBy';
import { NewPasswordField } from '~/features/people/auth/components/NewPasswordField';
import { PositionFields } from '~/features/people/auth/components/PositionField';
import { getMinPasswordChars } from '~/features/people/auth/passwords/passwordRules.server';
import { findInvitationFacts } from '~/features/people/auth/queries.server';
import { signUpSchema } from '~/features/people/auth/schema';
import { findCountry } from '~/features/people/auth/signUp/country.server';
import { signUp } from '~/features/people/auth/signUp/signUp.server';
import { createSignUpMark } from '~/features/people/auth/signUp/signUpMark.server';
import { pageMeta } from '~/features/site/marketing/pageMeta';
import { formatShortUsd } from '~/ledger/money';
import { PRACTICE_MONEY_CENTS } from '~/ledger/posting/practiceMoney.server';
import { isPaper } from '~/platform/env';
import { Button } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { Cluster, Page } from '~/ui/layout/Layout';
import { Small } from '~/ui/Text';
import { clearCookie, readCookie, setCookie } from '~/web/cookies/cookies.server';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { publicRoute, visitor } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';
import { Link, useLoaderData } from '~/web/router';

export const meta = () =>
  pageMeta('Sign up', 'Open an account: a name, an email address and a password. It is free to look around.');

/** URL of the form for a new copy, to which a visitor returns after choosing a trader and signing up. */
const COPY_FORM_PATH = /^\/traders\/([\da-f-]{36})\/copy/;

/** Returns the name of the trader that a visitor chose to copy before signing up; null without one. */
async function findChosenTrader(request: Request): Promise<string | null> {
  const [, id] = COPY_FORM_PATH.exec((await readCookie(request, 'return')) ?? '') ?? [];
  const chosen = id ? await loadTradersToCompare([id], { forVisitors: true }) : [];
  return chosen[0] ? getTraderName(chosen[0]) : null;
}

export const loader = publicRoute.loader(async ({ request }) => {
  const referrer = await readCookie(request, 'referrer');
  return {
    minChars: getMinPasswordChars(),
    practice: isPaper() ? PRACTICE_MONEY_CENTS : null,
    chosen: await findChosenTrader(request),
    invitation: referrer ? await findInvitationFacts(referrer) : null,
  };
});

export const action = visitor.action(async ({ request, form, address }) => {
  const sent = await parseSubmission(form, signUpSchema(getMinPasswordChars()));
  if (!sent.ok) return sent.refused;
  const country = await findCountry({ latitude: form.get('_lat'), longitude: form.get('_lng') });
  const signedUp = await signUp(sent.value, { address, country, referrer: await readCookie(request, 'referrer') });
  if (!signedUp.ok) return sent.refuse(signedUp.error);
  const cookies = new Headers({ 'Set-Cookie': await clearCookie('referrer') });
  const { newcomer, contested } = signedUp.value;
  cookies.append('Set-Cookie', await setCookie('signup', createSignUpMark(newcomer)));
  if (contested) return redirect('/verify?contested=1', { status: 303, headers: cookies });
  return await redirectWithToast('/verify', { tone: 'success', text: 'Account successfully created!' }, cookies);
});

export default function SignUp() {
  const { minChars, practice, chosen, invitation } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Sign up"
      lead={
        practice === null
          ? chosen && `Then you copy ${chosen}.`
          : `You get ${formatShortUsd(practice)} of practice money to copy ${chosen ?? 'your first trader'}.`
      }
    >
      {invitation && <InvitedBy {...invitation} />}
      <ActionForm
        schema={signUpSchema(minChars)}
        id="signup"
        summary={() => ({ tone: 'warning' })}
        fields={[
          {
            row: [
              { name: 'firstName', label: 'First name', autoComplete: 'given-name' },
              { name: 'lastName', label: 'Last name', autoComplete: 'family-name' },
            ],
            cell: 'tiny',
          },
          { name: 'email', label: 'Email', type: 'email', autoComplete: 'username' },
          {
            as: NewPasswordField,
            name: 'password',
            label: 'Password',
            hint: `At least ${minChars} characters. Several words make a good one.`,
            autoComplete: 'new-password',
          },
          <PositionFields key="position" />,
        ]}
      >
        <Button tone="primary" wide>
          Sign up
        </Button>
        <Small>
          The <Link to="/policy">terms</Link> and the <Link to="/privacy-policy">privacy policy</Link> apply.
        </Small>
      </ActionForm>
      <Cluster>
        <span>Already have an account?</span>
        <Link to="/login">Log in</Link>
      </Cluster>
    </Page>
  );
}

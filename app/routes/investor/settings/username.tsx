import { usernameSchema } from '~/features/people/auth/schema';
import { chooseUsername, isProvisionalUsername } from '~/features/people/auth/signUp/usernames.server';
import { SettingsPage } from '~/features/people/profile/components/SettingsPage';
import { write } from '~/platform/db/index.server';
import { pageTitle } from '~/platform/text/productName';
import { Button } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { Card } from '~/ui/layout/Layout';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { investor } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Username') }];

export const loader = investor.loader(async ({ user }) => {
  if (!isProvisionalUsername(user.username)) throw redirect('/settings', 303);
  return { wanted: user.wantedUsername, present: user.username };
});

export const action = investor.action(async ({ user, form }) => {
  const sent = await parseSubmission(form, usernameSchema);
  if (!sent.ok) return sent.refused;
  const chosen = await write((tx) => chooseUsername(tx, user, sent.value.userName), { users: [user.id] });
  if (!chosen.ok) return sent.refuse(chosen.error);
  return await redirectWithToast('/settings', { tone: 'success', text: 'Username saved' });
});

export default function Username() {
  const { wanted, present } = useLoaderData<typeof loader>();
  return (
    <SettingsPage>
      <Card
        title="Choose a username"
        lead={
          wanted === null
            ? `It becomes part of your referral link, and can be chosen only once. Until then it is ${present}.`
            : `${wanted} is taken. Until you choose another one, yours is ${present}.`
        }
      >
        <ActionForm
          schema={usernameSchema}
          id="username"
          fields={[{ name: 'userName', label: 'Username', autoComplete: 'nickname', autoCapitalize: 'none' }]}
        >
          <Button tone="primary">Choose</Button>
        </ActionForm>
      </Card>
    </SettingsPage>
  );
}

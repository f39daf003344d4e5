import { OwnSessions } from '~/features/people/profile/components/OwnSessions';
import { SettingsPage } from '~/features/people/profile/components/SettingsPage';
import { endSignIn } from '~/features/people/profile/endSignIn.server';
import { listOwnSignIns } from '~/features/people/profile/queries.server';
import { ALL_SESSIONS, signOutSchema } from '~/features/people/profile/schema';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { write } from '~/platform/db/index.server';
import { pageTitle } from '~/platform/text/productName';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Card } from '~/ui/layout/Layout';
import { clearCookie } from '~/web/cookies/cookies.server';
import { clearPersonCookie } from '~/web/cookies/personCookie.server';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { investor } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Sign-ins') }];

export const loader = investor.loader(async ({ user, sessionHash }) => ({
  sessions: await listOwnSignIns(user, sessionHash),
}));

export const action = investor.action(async ({ user, form }) => {
  const sent = await parseSubmission(form, signOutSchema);
  if (!sent.ok) return sent.refused;
  const ended = await write((tx) => endSignIn(tx, user, sent.value.session), { users: [user.id] });
  if (!ended.ok) return sent.refuse(ended.error);
  if (!ended.value.everywhere) {
    return await redirectWithToast('/settings/sessions', { tone: 'success', text: 'That device is signed out' });
  }
  const toast = { tone: 'success', text: 'Signed out everywhere' } as const;
  return await redirectWithToast('/login', toast, [['Set-Cookie', await clearCookie('session')], clearPersonCookie()]);
});

// Reloads after refusals too, since a session that had already ended must leave the list.
export const shouldRevalidate = () => true;

export default function Sessions() {
  const { sessions } = useLoaderData<typeof loader>();
  return (
    <SettingsPage>
      <ActionProblem />
      <Card title="Where you are signed in">
        <OwnSessions sessions={sessions} />
        <PostForm>
          <input type="hidden" name="session" value={ALL_SESSIONS} />
          <Button tone="danger">Sign out of all devices</Button>
        </PostForm>
      </Card>
    </SettingsPage>
  );
}

import { PictureCard } from '~/features/people/profile/components/PictureCard';
import { ProfileForm, Verification } from '~/features/people/profile/components/ProfileForm';
import { SettingsPage } from '~/features/people/profile/components/SettingsPage';
import { profileSchema } from '~/features/people/profile/profileFields';
import { loadVerification, toFace, toProfile } from '~/features/people/profile/queries.server';
import { updateProfile } from '~/features/people/profile/updateProfile.server';
import { useRootData } from '~/features/site/shell/rootData';
import { write } from '~/platform/db/index.server';
import { Card, Columns, Stack } from '~/ui/layout/Layout';
import { ThemeSwitch } from '~/ui/ThemeSwitch';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { investor } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const loader = investor.loader(async ({ user }) => ({
  profile: toProfile(user),
  face: toFace(user),
  verification: await loadVerification(user),
}));

export const action = investor.action(async ({ user, form }) => {
  const sent = await parseSubmission(form, profileSchema);
  if (!sent.ok) return sent.refused;
  const updated = await write((tx) => updateProfile(tx, user, sent.value), { users: [user.id] });
  if (!updated.ok) return sent.refuse(updated.error);
  return await redirectWithToast('/settings', { tone: 'success', text: 'Profile successfully updated' });
});

export default function Settings() {
  const { profile, face, verification } = useLoaderData<typeof loader>();
  const theme = useRootData()?.theme;
  return (
    <SettingsPage wide>
      <Columns ratio="main-aside">
        <Card title="Profile">
          <ProfileForm profile={profile} />
        </Card>
        <Stack>
          <Verification {...verification} />
          <PictureCard {...face} />
          <Card title="Colours" lead="Light, dark, or the same as your device.">
            <ThemeSwitch action="/theme" current={theme ?? undefined} />
          </Card>
        </Stack>
      </Columns>
    </SettingsPage>
  );
}

import { PictureCard } from '~/features/people/profile/components/PictureCard';
import { SettingsPage } from '~/features/people/profile/components/SettingsPage';
import { toFace } from '~/features/people/profile/queries.server';
import { pictureSchema } from '~/features/people/profile/schema';
import { updateProfile } from '~/features/people/profile/updateProfile.server';
import { write } from '~/platform/db/index.server';
import { pageTitle } from '~/platform/text/productName';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { markHasFile, parseSubmission } from '~/web/form/submission.server';
import { type InvestorContext, investor } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Picture') }];

export const loader = investor.loader(async ({ user }) => toFace(user));

export const action = investor.actions({
  upload: markHasFile(async ({ user, form }: InvestorContext & { form: FormData }) => {
    const sent = await parseSubmission(form, pictureSchema, { ownerId: user.id, purpose: 'picture' });
    if (!sent.ok) return sent.refused;
    const changed = await write((tx) => updateProfile(tx, user, sent.value), { users: [user.id] });
    return changed.ok ? await redirectAfterUpdate() : sent.refuse(changed.error);
  }),
  remove: async ({ user }) => {
    // A refusal means that there was no picture, which is the requested result.
    await write((tx) => updateProfile(tx, user, { profilepicture: null }), { users: [user.id] });
    return await redirectAfterUpdate();
  },
});

const redirectAfterUpdate = () =>
  redirectWithToast('/settings', { tone: 'success', text: 'Profile successfully updated' });

export default function Picture() {
  const face = useLoaderData<typeof loader>();
  return (
    <SettingsPage>
      <PictureCard {...face} />
    </SettingsPage>
  );
}

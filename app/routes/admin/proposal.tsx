import { confirmSchema, ProposalCard } from '~/api/components/ProposalCard';
import { confirmProposal, loadProposal } from '~/api/v1/mcp/proposals.server';
import { Page } from '~/ui/layout/Layout';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { admin } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const loader = admin.loader('everyone', async ({ administrator, params }) => {
  const found = await loadProposal({ holderId: administrator.id, administrator }, params.id ?? '');
  if (!found) throw data('There is no such proposal.', { status: 404 });
  return found;
});

export const action = admin.action('everyone', async ({ administrator, form, params: { id = '' }, ...here }) => {
  const sent = await parseSubmission(form, confirmSchema);
  if (!sent.ok) return sent.refused;
  const done = await confirmProposal({ ...here, holderId: administrator.id, administrator }, id, sent.value.otp);
  if (!done.ok) return sent.refuse(done.error, 400, { confirm: done.error.field === 'otp' });
  return await redirectWithToast(`/admin/proposals/${id}`, { tone: 'success', text: `Done: ${done.value.title}` });
});

// Reloads after refusals too, since the proposal may have ended.
export const shouldRevalidate = () => true;

export default function Proposal() {
  return (
    <Page title="Proposal of an assistant">
      <ProposalCard {...useLoaderData<typeof loader>()} />
    </Page>
  );
}

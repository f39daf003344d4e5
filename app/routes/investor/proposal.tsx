import { confirmSchema, ProposalCard } from '~/api/components/ProposalCard';
import { confirmProposal, loadProposal } from '~/api/v1/mcp/proposals.server';
import { pageTitle } from '~/platform/text/productName';
import { MainColumn, Page } from '~/ui/layout/Layout';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { investor } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Proposal') }];

export const loader = investor.loader(async ({ user, params }) => {
  const found = await loadProposal({ holderId: user.id }, params.id ?? '');
  if (!found) throw data('There is no such proposal.', { status: 404 });
  return found;
});

export const action = investor.action(async ({ user, form, params: { id = '' }, ...here }) => {
  const sent = await parseSubmission(form, confirmSchema);
  if (!sent.ok) return sent.refused;
  const done = await confirmProposal({ ...here, holderId: user.id, user }, id);
  if (!done.ok) return sent.refuse(done.error);
  return await redirectWithToast(`/proposals/${id}`, { tone: 'success', text: `Done: ${done.value.title}` });
});

// Reloads after refusals too, since the proposal may have ended.
export const shouldRevalidate = () => true;

export default function Proposal() {
  return (
    <Page title="Proposal of an assistant">
      <MainColumn>
        <ProposalCard {...useLoaderData<typeof loader>()} />
      </MainColumn>
    </Page>
  );
}

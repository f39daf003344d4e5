import { InviteDialog } from '~/features/people/staff/components/InviteDialog';
import { May } from '~/features/people/staff/components/May';
import { DecisionTimesTable, InvitationsTable, StaffTable } from '~/features/people/staff/components/StaffTable';
import { computeDecisionTimes } from '~/features/people/staff/decisionTimes.server';
import { withdrawInvitation } from '~/features/people/staff/invitations.server';
import { DECISION_TIMES_DAYS, invitationIdSchema } from '~/features/people/staff/schema';
import { listStaff } from '~/features/people/staff/staff.server';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { inviteForm } from '~/routes/admin/staff/staff.form.server';
import { hasRight } from '~/signIns/rights';
import { LinkButton } from '~/ui/Button';
import { Page, Section } from '~/ui/layout/Layout';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';
import { createKeylessFormAction } from '../adminForms.server';

export const loader = admin.loader('staff:read', async ({ administrator, url }) => {
  const inviting = url.searchParams.get('do') === 'invite' && hasRight(administrator, 'staff:change');
  const whole = await listStaff();
  return {
    ...whole,
    times: await computeDecisionTimes(whole.staff),
    inviteKey: inviting ? inviteForm.key(administrator.id) : null,
  };
});

export const action = admin.actions('staff:change', {
  invite: inviteForm.action(),
  withdraw: createKeylessFormAction(
    invitationIdSchema,
    (tx, by, { id }) => withdrawInvitation(tx, by, id),
    ({ email }) => `The invitation of ${email} no longer works`,
    '/admin/staff',
  ),
});

// Reloads after refusals too, since an invitation may have been accepted.
export const shouldRevalidate = () => true;

export default function Staff() {
  const { staff, times, invitations, inviteKey } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Staff"
      actions={
        <>
          <May right="staff:change">
            <LinkButton to="/admin/staff?do=invite" icon="plus" tone="primary">
              Invite
            </LinkButton>
          </May>
          <LinkButton to="/admin/staff/rights">Roles and rights</LinkButton>
        </>
      }
    >
      {inviteKey ? <InviteDialog formKey={inviteKey} /> : <ActionProblem />}
      <StaffTable staff={staff} />
      <Section title={`Decisions in ${DECISION_TIMES_DAYS} days`}>
        <DecisionTimesTable times={times} />
      </Section>
      {invitations.length > 0 && (
        <Section title="Invitations" id="invitations">
          <InvitationsTable invitations={invitations} />
        </Section>
      )}
    </Page>
  );
}

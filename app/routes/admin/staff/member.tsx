import { ChangeHistory } from '~/features/backoffice/auditLog/components/ChangeHistory';
import { withNames } from '~/features/backoffice/auditLog/logs.server';
import { useMay } from '~/features/people/staff/components/May';
import { STAFF_DIALOG_TEXTS, StaffActDialog } from '~/features/people/staff/components/StaffActDialog';
import { listStaffActions } from '~/features/people/staff/schema';
import { findStaffMember } from '~/features/people/staff/staff.server';
import { read } from '~/platform/db/index.server';
import { findTimeline } from '~/platform/events/index.server';
import { capitalise } from '~/platform/text/capitalised';
import { pageTitle } from '~/platform/text/productName';
import { STAFF_FORMS } from '~/routes/admin/staff/staff.form.server';
import { hasRight, ROLES } from '~/signIns/rights';
import { LinkButton } from '~/ui/Button';
import { Card, Page } from '~/ui/layout/Layout';
import { DefinitionList, Time } from '~/ui/tables/Data';
import { admin } from '~/web/guard/index.server';
import { data, type MetaFunction } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';
import { createActions, idInAddress } from '../adminForms.server';

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: pageTitle(data?.about.name ?? 'Staff') }];

export const loader = admin.loader('staff:read', async ({ administrator, params: { id = '' }, url }) => {
  const about = await findStaffMember(id);
  if (!about) throw data('There is no such administrator.', { status: 404 });
  const input = listStaffActions(about).find((step) => step === url.searchParams.get('do'));
  const step = input && hasRight(administrator, 'staff:change') ? input : null;
  const happened = await findTimeline(read(), 'administrator', id);
  return {
    about,
    step: step && { at: step, formKey: STAFF_FORMS[step].key(administrator.id, id) },
    history: await withNames(happened.filter(({ event }) => event !== 'sign-in')),
  };
});

export const action = admin.actions('staff:change', createActions(STAFF_FORMS, idInAddress));

// Reloads after refusals too, since another administrator may have changed something.
export const shouldRevalidate = () => true;

export default function StaffMemberPage() {
  const { about, step, history } = useLoaderData<typeof loader>();
  const { id, name, email, role, disabledAt, factorSince, lastSeenAt, createdAt } = about;
  const steps = useMay()('staff:change') ? listStaffActions(about) : [];
  return (
    <Page
      title={name}
      lead={email}
      actions={steps.map((each) => (
        <LinkButton
          key={each}
          to={`/admin/staff/${id}?do=${each}`}
          tone={STAFF_DIALOG_TEXTS[each].danger ? 'danger' : undefined}
        >
          {STAFF_DIALOG_TEXTS[each].title}
        </LinkButton>
      ))}
    >
      {step && <StaffActDialog key={step.at} step={step.at} about={about} formKey={step.formKey} />}
      <Card title="Sign-in">
        <DefinitionList
          items={[
            { term: 'Role', detail: `${capitalise(role)}: ${ROLES[role]}` },
            { term: 'Can log in', detail: disabledAt ? <DisabledText since={disabledAt} /> : 'Yes' },
            { term: 'Second factor', detail: factorSince ? <Time at={factorSince} /> : 'Off' },
            { term: 'Last seen', detail: lastSeenAt ? <Time at={lastSeenAt} /> : 'Never' },
            { term: 'On the staff since', detail: <Time at={createdAt} /> },
          ]}
        />
      </Card>
      <ChangeHistory events={history} />
    </Page>
  );
}

const DisabledText = ({ since }: { since: Date }) => (
  <>
    No, disabled on <Time at={since} />
  </>
);

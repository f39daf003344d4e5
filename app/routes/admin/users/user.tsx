import { BookedAndOpen } from '~/features/copying/worth/components/BookedAndOpen';
import { listWithdrawalMethods } from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { PROFILE_FIELDS } from '~/features/people/profile/profileFields';
import { RiskRatingText } from '~/features/people/riskRating/components/RiskRated';
import { May } from '~/features/people/staff/components/May';
import { CloseAccountDialog, PayOutDialog, ReopenDialog } from '~/features/people/users/components/ClosedDialogs';
import { MoneyDialog } from '~/features/people/users/components/MoneyDialog';
import { StaffMarks } from '~/features/people/users/components/StaffMarks';
import { ResetLinkForm, VerifiedForm } from '~/features/people/users/components/UserForms';
import { UserFrame, userTitle } from '~/features/people/users/components/UserFrame';
import { USER_ACTION_RIGHTS } from '~/features/people/users/schema';
import { loadUserFile } from '~/features/people/users/user.server';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { formatCount } from '~/platform/text/figure';
import { pageTitle } from '~/platform/text/productName';
import { createQuickForms, MARK_FORMS, MARK_RIGHTS, QUICK_RIGHTS } from '~/routes/admin/users/quick.form.server';
import { parseUserAction, USER_FORMS } from '~/routes/admin/users/user.form.server';
import { PART_NAMES } from '~/signIns/frozen';
import { hasRight } from '~/signIns/rights';
import type { User } from '~/signIns/session.server';
import { Card, Columns, Grid, Stack } from '~/ui/layout/Layout';
import { MailLink } from '~/ui/MailLink';
import { Notice } from '~/ui/messages/Notice';
import { Muted } from '~/ui/Text';
import { DefinitionList, Money, Profit, Stat, StatusBadge, Time } from '~/ui/tables/Data';
import { admin } from '~/web/guard/index.server';
import { data, type MetaFunction } from '~/web/responses.server';
import { Link, useLoaderData } from '~/web/router';
import { createActions, idInAddress } from '../adminForms.server';

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: pageTitle(userTitle(data?.person)) }];

export const loader = admin.loader('users:read', async ({ administrator, params, url }) => {
  const file = await loadUserFile(params.id ?? '');
  if (!file) throw data('There is no such user.', { status: 404 });
  const profile = Object.values(PROFILE_FIELDS)
    .filter(({ isShownToStaff }) => isShownToStaff)
    .map(({ label, column }) => ({
      term: label,
      detail: String((file.person as Partial<User>)[column] || 'not given'),
    }));
  const at = parseUserAction(url.searchParams, file.person);
  if (!at || !hasRight(administrator, USER_ACTION_RIGHTS[at])) return { ...file, profile, step: null, methods: [] };
  const formKey = USER_FORMS[at].key(administrator.id, file.person.id);
  return { ...file, profile, step: { at, formKey }, methods: at === 'pay-out' ? await listWithdrawalMethods() : [] };
});

export const action = admin.actions(
  { ...QUICK_RIGHTS, ...MARK_RIGHTS, ...USER_ACTION_RIGHTS },
  {
    ...createQuickForms(({ params }) => `/admin/users/${params.id}`),
    ...MARK_FORMS,
    ...createActions(USER_FORMS, idInAddress),
  },
);

export default function UserPage() {
  const { step, methods, person, profile, freezes, kyc, balances, worth, owed, totals, sessions, notes, tagsInUse } =
    useLoaderData<typeof loader>();
  const name = `${person.firstName} ${person.lastName}`;
  const back = `/admin/users/${person.id}`;
  return (
    <UserFrame person={person}>
      {!step && <ActionProblem />}
      {step?.at === 'close' && (
        <CloseAccountDialog email={person.email} funded={balances.funded} back={back} formKey={step.formKey} />
      )}
      {step?.at === 'reopen' && <ReopenDialog email={person.email} back={back} formKey={step.formKey} />}
      {step?.at === 'pay-out' && (
        <PayOutDialog available={balances.available} methods={methods} back={back} formKey={step.formKey} />
      )}
      {step && step.at !== 'close' && step.at !== 'reopen' && step.at !== 'pay-out' && (
        <MoneyDialog
          key={step.at}
          step={step.at}
          name={name}
          available={balances.available}
          owed={owed}
          back={back}
          formKey={step.formKey}
        />
      )}
      {owed > 0n && (
        <Notice title="This user owes money">
          <Money cents={owed} /> for deposits that were charged back. What comes to their balance pays it first. End
          plans and stop copies in their tabs to cover it
          <May right={USER_ACTION_RIGHTS['write-off']}>
            , or <Link to={`${back}?do=write-off`}>write it off</Link>
          </May>
          .
        </Notice>
      )}
      <Card>
        <Grid cell="tiny">
          <Stat label="Total" value={<Money cents={worth.total} />} />
          <Stat label="Available" value={<Money cents={worth.available} />} />
          <Stat label="Held for withdrawals" value={<Money cents={worth.held} />} />
          <Stat label="In plans" value={<Money cents={worth.principal + worth.accrued} />} />
          <Stat label="In copies" value={<Money cents={worth.allocated} />} />
          <Stat label="In live trading" value={<Money cents={worth.trading} />} />
        </Grid>
        {worth.open !== 0n && (
          <Muted>
            <BookedAndOpen worth={worth} />
          </Muted>
        )}
      </Card>
      <Columns>
        <Card title="Account">
          <DefinitionList
            items={[
              { term: 'Username', detail: person.username },
              { term: 'Email', detail: <MailLink address={person.email} /> },
              ...profile,
              { term: 'Created', detail: <Time at={person.createdAt} /> },
              ...(person.closedAt ? [{ term: 'Closed', detail: <Time at={person.closedAt} /> }] : []),
              ...freezes.map(({ part, at, reason, by }) => ({
                term: part === 'account' ? 'Frozen' : `${PART_NAMES[part]} frozen`,
                detail: (
                  <>
                    <Time at={at} />
                    {by && `, by ${by}`}
                    {reason && `: ${reason}`}
                  </>
                ),
              })),
              { term: 'Password last changed', detail: <Time at={person.passwordChangedAt} /> },
              { term: 'Identity check', detail: <StatusBadge status={kyc ?? 'not submitted'} /> },
              { term: 'Risk rating', detail: <RiskRatingText {...person} /> },
              { term: 'Signed in', detail: <Link to={`${back}/sessions`}>{formatCount(sessions, 'browser')}</Link> },
            ]}
          />
          <div className="quiet-actions">
            {person.status === 'open' && <VerifiedForm {...person} back={back} />}
            {person.status === 'open' && <ResetLinkForm {...person} back={back} />}
          </div>
        </Card>
        <Stack>
          <Card title="Totals">
            <DefinitionList
              items={[
                { term: 'Deposited', detail: <Money cents={totals.totalDeposit} /> },
                { term: 'Withdrawn', detail: <Money cents={totals.totalWithdraw} /> },
                { term: 'Referral bonus', detail: <Money cents={totals.referralBonus} /> },
                { term: 'Booked profit', detail: <Profit cents={totals.periodicProfit} /> },
              ]}
            />
          </Card>
          <StaffMarks {...person} tagsInUse={tagsInUse} notes={notes} />
        </Stack>
      </Columns>
    </UserFrame>
  );
}

import { data } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { actOnUser, userOperation, userStep } from '~/features/admin/actOnUser.server';
import { CloseDialog } from '~/features/admin/components/CloseDialog';
import { EventsTable } from '~/features/admin/components/EventsTable';
import { MoneyDialog } from '~/features/admin/components/MoneyDialog';
import { ResetLinkForm, VerifiedForm } from '~/features/admin/components/UserForms';
import { Flags, Statement, UserHistory } from '~/features/admin/components/UserHistory';
import type { UserStep } from '~/features/admin/schema';
import { userFile } from '~/features/admin/user.server';
import { ActionProblem } from '~/features/shell/ActionProblem';
import { confirming } from '~/features/twofactor/confirmFresh.server';
import { admin } from '~/platform/guard/index.server';
import { newKey } from '~/platform/idempotency.server';
import { LinkButton } from '~/ui/Button';
import { DefinitionList, Money, Stat, Time } from '~/ui/Data';
import { Card, Cluster, Columns, Grid, Page, Section } from '~/ui/Layout';

export const meta = () => [{ title: 'User · Mirrorbook' }];

export const loader = admin.loader(async ({ administrator, params, url }) => {
  const file = await userFile(params.id ?? '');
  if (!file) throw data('There is no such user.', { status: 404 });
  const { id, status } = file.person;
  const at = userStep(url.searchParams);
  if (!at || (at === 'close' && status === 'closed')) return { ...file, step: null };
  return { ...file, step: { at, moneyKey: newKey(administrator.id, userOperation(at, id)) } };
});

export const action = admin.action(async ({ form, ...context }) => {
  const { administrator, params, url } = context;
  const acting = { administrator, userId: params.id ?? '', query: url.searchParams, confirm: confirming(context) };
  return await actOnUser(acting, form);
});

export default function UserPage() {
  const { step, person, ...file } = useLoaderData<typeof loader>();
  const { balances, totals, sessions } = file;
  const name = `${person.firstName} ${person.lastName}`;
  const back = `/admin/users/${person.id}`;
  const open = person.status === 'open';
  const link = (to: UserStep) => (to === 'close' ? `${back}?close=1` : `${back}?do=${to}`);
  return (
    <Page
      title={name}
      lead={<Flags person={person} />}
      actions={
        <>
          <LinkButton to={link('credit')}>Credit</LinkButton>
          <LinkButton to={link('debit')}>Debit</LinkButton>
          <LinkButton to={link('profit')}>Upgrade profit</LinkButton>
          {open && (
            <LinkButton to={link('close')} tone="danger">
              Close account
            </LinkButton>
          )}
        </>
      }
    >
      {!step && <ActionProblem />}
      {step?.at === 'close' && (
        <CloseDialog email={person.email} funded={balances.funded} back={back} moneyKey={step.moneyKey} />
      )}
      {step && step.at !== 'close' && (
        <MoneyDialog
          key={step.at}
          step={step.at}
          name={name}
          available={balances.available}
          back={back}
          moneyKey={step.moneyKey}
        />
      )}
      <Grid cell="small">
        <Stat label="Funded" value={<Money cents={balances.funded} />} />
        <Stat label="Available" value={<Money cents={balances.available} />} />
        <Stat label="Held for withdrawals" value={<Money cents={balances.held} />} />
        <Stat label="In plans" value={<Money cents={balances.principal + balances.accrued} />} />
        <Stat label="In copies" value={<Money cents={balances.allocated} />} />
      </Grid>
      <Columns>
        <Card title="Account">
          <DefinitionList
            items={[
              { term: 'Username', detail: person.username },
              { term: 'Email', detail: <a href={`mailto:${encodeURIComponent(person.email)}`}>{person.email}</a> },
              { term: 'Phone', detail: person.phone },
              { term: 'Country', detail: person.country ?? 'not given' },
              { term: 'Created', detail: <Time at={person.createdAt} /> },
              { term: 'Closed', detail: person.closedAt ? <Time at={person.closedAt} /> : 'no' },
              { term: 'Password last changed', detail: <Time at={person.passwordChangedAt} /> },
              { term: 'Sign-ins now', detail: sessions },
            ]}
          />
          <Cluster>
            <VerifiedForm {...person} back={back} />
            {open && <ResetLinkForm {...person} back={back} />}
          </Cluster>
        </Card>
        <Card title="In all">
          <DefinitionList
            items={[
              { term: 'Deposited', detail: <Money cents={totals.totalDeposit} /> },
              { term: 'Withdrawn', detail: <Money cents={totals.totalWithdraw} /> },
              { term: 'Referral bonus', detail: <Money cents={totals.referralBonus} /> },
              { term: 'Profit', detail: <Money cents={totals.periodicProfit} signed /> },
            ]}
          />
        </Card>
      </Columns>
      <Statement {...file.statement} />
      <UserHistory {...file} />
      <Section title="Events">
        <EventsTable events={file.events} caption="Events of this user, newest first" />
      </Section>
    </Page>
  );
}

import { listFreezes } from '~/features/backoffice/auditLog/freezes.server';
import { unfreezeByAdminSchema } from '~/features/people/auth/freeze/schema';
import { UserFrame } from '~/features/people/users/components/UserFrame';
import { findPerson, loadOwnerProofs, type OwnerProofs } from '~/features/people/users/user.server';
import { read } from '~/platform/db/index.server';
import { pageTitle } from '~/platform/text/productName';
import { freezeForm, unfreezeForm } from '~/routes/admin/users/freeze.form.server';
import { FREEZE_PARTS, PART_NAMES, partFreezes } from '~/signIns/frozen';
import { hasRight } from '~/signIns/rights';
import { REASON_FOR_INVESTOR } from '~/ui/forms/ActionForm';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { PreviewedForm } from '~/ui/forms/PreviewedForm';
import { Card } from '~/ui/layout/Layout';
import { Tabs } from '~/ui/layout/Tabs';
import { Notice } from '~/ui/messages/Notice';
import { DefinitionList, Time } from '~/ui/tables/Data';
import { admin } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';
import { createActions, idInAddress } from '../adminForms.server';

export const meta = () => [{ title: pageTitle('Freeze an account') }];

export const loader = admin.loader('accounts:freeze', async ({ administrator, params: { id = '' }, url }) => {
  const person = await findPerson(id);
  if (!person) throw data('There is no such user.', { status: 404 });
  const input = url.searchParams.get('part');
  const [frozenPart] = person.frozenAt ? [] : partFreezes(person);
  // Without a choice, shows the part that is frozen.
  const part = FREEZE_PARTS.find((each) => each === input) ?? (input === null ? frozenPart?.part : undefined) ?? null;
  const freezes = await listFreezes(read(), person);
  const since = freezes.find((each) => each.part === (part ?? 'account')) ?? null;
  // The right to freeze opens the page; unfreezing needs another right.
  if (since && !hasRight(administrator, 'accounts:change')) return { person, part, since, proofs: null, formKey: null };
  const proofs = since && part !== 'copying' ? await loadOwnerProofs(id) : null;
  return { person, part, since, proofs, formKey: (since ? unfreezeForm : freezeForm).key(administrator.id, id) };
});

export const action = admin.actions(
  { freeze: 'accounts:freeze', unfreeze: 'accounts:change' },
  createActions({ freeze: freezeForm, unfreeze: unfreezeForm }, idInAddress),
);

// Reloads after refusals too, since another administrator or the user may have changed something.
export const shouldRevalidate = () => true;

function OwnerProofFacts({ factorSince, firstReset, documents, profileChanged }: OwnerProofs) {
  const since = (at: Date | null, none: string) => (at ? <Time at={at} /> : none);
  const items = [
    { term: 'Second factor on since', detail: since(factorSince, 'it is off') },
    { term: 'Password or second factor first reset', detail: since(firstReset, 'never') },
    { term: 'Identity check approved', detail: since(documents, 'none') },
    { term: 'Profile last changed by the user', detail: since(profileChanged, 'never') },
  ];
  return <DefinitionList items={items} />;
}

const FREEZE_EFFECTS = {
  all: 'Blocks withdrawals, plans, copies and orders. Every sign-in ends, and the user has to reset the password. Running copies and plans continue.',
  withdrawals:
    'Withdrawals can’t be requested, approved or paid. The user can log in and do everything else, and sees the reason on every page.',
  copying:
    'Copies can’t be started, resumed or topped up. Running copies continue, and the user can take money out and stop them, and sees the reason on every page.',
};

export default function FreezePage() {
  const { person, part, since, proofs, formKey } = useLoaderData<typeof loader>();
  const what = part ? PART_NAMES[part].toLowerCase() : 'the account';
  const page = `/admin/users/${person.id}/freeze`;
  return (
    <UserFrame person={person}>
      <Tabs
        label="What is frozen"
        items={[
          { href: part ? `${page}?part=all` : page, label: 'Everything' },
          ...FREEZE_PARTS.map((each) => ({
            href: `${page}?part=${each}`,
            label: PART_NAMES[each],
          })),
        ]}
      />
      <Card title={`${since ? 'Unfreeze' : 'Freeze'} ${what}`}>
        {since && (
          <Notice tone="warning">
            Frozen since <Time at={since.at} />
            {since.by && `, by ${since.by}`}
            {since.reason && `: ${since.reason.replace(/\.+$/, '')}`}.
            {proofs &&
              ' Check by their identity documents that the owner is asking, not by mail alone. The wait of each unpaid withdrawal starts again.'}
            {!formKey && ' Unfreezing takes the right to change accounts.'}
          </Notice>
        )}
        {formKey && (
          <PreviewedForm
            schema={unfreezeByAdminSchema}
            id="freeze"
            formKey={formKey}
            action={`${page}?part=${part ?? 'all'}`}
            intent={since ? 'unfreeze' : 'freeze'}
            hidden={{ part: part ?? undefined }}
            fields={[
              proofs && <OwnerProofFacts key="proofs" {...proofs} />,
              !since && (
                <Notice key="effect" tone="info">
                  {FREEZE_EFFECTS[part ?? 'all']}
                </Notice>
              ),
              REASON_FOR_INVESTOR,
              !part &&
                proofs?.factorSince && {
                  as: Checkbox,
                  name: 'factor',
                  value: 'off',
                  label:
                    'The second factor is not the owner’s: turn it off, end every sign-in, and have a new password chosen',
                },
            ]}
            submitLabel={since ? 'Unfreeze' : 'Freeze'}
            danger={!since}
          />
        )}
      </Card>
    </UserFrame>
  );
}

import { getFormProps } from '@conform-to/react';
import { unfreezeByAdminSchema } from '~/features/auth/schema';
import { confirming } from '~/features/twofactor/confirmFresh.server';
import { UserFrame } from '~/features/users/components/UserFrame';
import { type OwnerProofs, personOf, proofsOf } from '~/features/users/user.server';
import { freezeForm, unfreezeForm } from '~/routes/admin/users/freeze.form.server';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { Field, fieldProps } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { PreviewedSubmit } from '~/ui/forms/PreviewedSubmit';
import { Card } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { DefinitionList, Time } from '~/ui/tables/Data';
import { usePreviewedForm } from '~/web/form/usePreviewedForm';
import { admin, needRight } from '~/web/guard/index.server';
import { data, type HeadersArgs } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: 'Freeze an account · Mirrorbook' }];

export const headers = ({ actionHeaders }: HeadersArgs) => actionHeaders;

export const loader = admin.loader('accounts:freeze', async ({ administrator, params: { id = '' } }) => {
  const person = await personOf(id);
  if (!person) throw data('There is no such user.', { status: 404 });
  // The right to freeze opens the page; unfreezing takes another one.
  if (person.frozenAt) needRight(administrator, 'accounts:change');
  const proofs = person.frozenAt ? await proofsOf(id) : null;
  return { person, proofs, formKey: (person.frozenAt ? unfreezeForm : freezeForm).key(administrator.id, id) };
});

export const action = admin.actions(
  { freeze: 'accounts:freeze', unfreeze: 'accounts:change' },
  {
    freeze: (context) => freezeForm.post({ ...context, confirm: confirming(context) }, context.params.id ?? ''),
    unfreeze: (context) => unfreezeForm.post({ ...context, confirm: confirming(context) }, context.params.id ?? ''),
  },
);

// A refusal shows what another administrator, or the user, did meanwhile.
export const shouldRevalidate = () => true;

/** What a stranger in the account could have changed, and when: an owner is asked about what is older. */
function Proofs({ factorSince, firstReset, papers, profileChanged }: OwnerProofs) {
  const since = (at: Date | null, none: string) => (at ? <Time at={at} /> : none);
  const items = [
    { term: 'Second factor on since', detail: since(factorSince, 'it is off') },
    { term: 'Password or second factor first reset', detail: since(firstReset, 'never') },
    { term: 'Papers approved', detail: since(papers, 'none') },
    { term: 'Profile last changed by the user', detail: since(profileChanged, 'never') },
  ];
  return <DefinitionList items={items} />;
}

export default function FreezePage() {
  const { person, proofs, ...loaded } = useLoaderData<typeof loader>();
  const { form, fields, formKey, previewed } = usePreviewedForm(unfreezeByAdminSchema, {
    id: 'freeze',
    formKey: loaded.formKey,
  });
  const { frozenAt } = person;
  return (
    <UserFrame person={person}>
      <Card title={frozenAt ? 'Unfreeze the account' : 'Freeze the account'}>
        <PostForm {...getFormProps(form)} formKey={formKey}>
          <ErrorSummary errors={problemsOf(form, { reason: 'Reason', otp: 'Code' })} />
          <input type="hidden" name="_intent" value={frozenAt ? 'unfreeze' : 'freeze'} />
          {proofs && <Proofs {...proofs} />}
          {frozenAt ? (
            <Notice tone="warning">
              Frozen since <Time at={frozenAt} />. Check by their papers that the owner is asking, not by mail alone.
              The wait of each withdrawal that is not paid begins anew.
            </Notice>
          ) : (
            <Notice tone="info">
              Withdrawals can’t be approved or paid, every sign-in ends, and the user has to reset the password. Copies
              and plans run on.
            </Notice>
          )}
          <Field
            {...fieldProps(fields.reason)}
            label="Reason, shown to the investor"
            autoComplete="off"
            maxLength={300}
          />
          {proofs?.factorSince && (
            <Checkbox
              {...fieldProps(fields.factor)}
              value="off"
              label="The second factor is not the owner’s: turn it off, end every sign-in, and have a new password chosen"
            />
          )}
          <PreviewedSubmit {...previewed} words={frozenAt ? 'Unfreeze' : 'Freeze'} danger={!frozenAt} />
        </PostForm>
      </Card>
    </UserFrame>
  );
}

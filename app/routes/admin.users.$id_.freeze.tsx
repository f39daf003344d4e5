import { getFormProps } from '@conform-to/react';
import { data, type HeadersArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { UserFrame } from '~/features/admin/components/UserFrame';
import { type Performed, perform } from '~/features/admin/perform.server';
import { personOf } from '~/features/admin/user.server';
import { freezeAccount } from '~/features/auth/freeze.server';
import { freezeSchema } from '~/features/auth/schema';
import { confirming } from '~/features/twofactor/confirmFresh.server';
import { onceForm } from '~/platform/form/submission.server';
import { useActionForm } from '~/platform/form/useActionForm';
import { admin } from '~/platform/guard/index.server';
import { newKey } from '~/platform/idempotency.server';
import { done, type Result } from '~/platform/result';
import { byAdmin } from '~/platform/states';
import { Button } from '~/ui/Button';
import { ConfirmField } from '~/ui/ConfirmField';
import { Time } from '~/ui/Data';
import { Field, fieldProps } from '~/ui/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/Form';
import { Card } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';

export const meta = () => [{ title: 'Freeze an account · Mirrorbook' }];

export const headers = ({ actionHeaders }: HeadersArgs) => actionHeaders;

const INTENTS = ['freeze', 'unfreeze'] as const;

const operationOf = (intent: (typeof INTENTS)[number], userId: string) => `${intent}:${userId}`;

export const loader = admin.loader(async ({ administrator, params: { id = '' } }) => {
  const person = await personOf(id);
  if (!person) throw data('There is no such user.', { status: 404 });
  return { person, moneyKey: newKey(administrator.id, operationOf(person.frozenAt ? 'unfreeze' : 'freeze', id)) };
});

export const action = admin.action(async ({ form, intent, ...context }) => {
  const { administrator, params } = context;
  const userId = params.id ?? '';
  const by = byAdmin(administrator.id);
  return await onceForm(form, {
    scope: administrator.id,
    operation: operationOf(intent, userId),
    schema: freezeSchema,
    confirm: confirming(context),
    run: async (tx, { reason }): Promise<Result<Performed>> => {
      if (intent === 'unfreeze') return await perform(tx, by, 'account-unfreeze', { userId, reason });
      const frozen = await freezeAccount(tx, by, { userId, reason });
      return frozen.ok ? done({ said: 'The account is frozen, and its owner was told' }) : frozen;
    },
    refusesAgain: true,
    next: ({ said }) => ({ to: `/admin/users/${userId}`, toast: { tone: 'success', text: said } }),
  });
}, INTENTS);

// A refusal shows what another administrator, or the user, did meanwhile.
export const shouldRevalidate = () => true;

export default function FreezePage() {
  const { person, ...loaded } = useLoaderData<typeof loader>();
  const { form, fields, moneyKey, confirm } = useActionForm(freezeSchema, { id: 'freeze', moneyKey: loaded.moneyKey });
  const { frozenAt } = person;
  return (
    <UserFrame person={person}>
      <Card title={frozenAt ? 'Unfreeze the account' : 'Freeze the account'}>
        <PostForm {...getFormProps(form)} moneyKey={moneyKey}>
          <ErrorSummary errors={problemsOf(form, { reason: 'Reason', otp: 'Code' })} />
          <input type="hidden" name="_intent" value={frozenAt ? 'unfreeze' : 'freeze'} />
          {frozenAt ? (
            <Notice tone="warning">
              Frozen since <Time at={frozenAt} />. Make sure that it is the owner who asks, by their papers, not by mail
              alone. Withdrawals that were asked for can be approved again.
            </Notice>
          ) : (
            <Notice tone="info">
              Withdrawals can’t be approved or paid, every sign-in ends, and the user has to reset the password. Copies
              and plans run on.
            </Notice>
          )}
          <Field
            {...fieldProps(fields.reason)}
            label="Reason, which the investor reads"
            autoComplete="off"
            maxLength={300}
          />
          <ConfirmField asked={confirm} id={`${form.id}-otp`} errors={form.allErrors.otp} />
          <Button tone={frozenAt ? 'primary' : 'danger'}>{frozenAt ? 'Unfreeze' : 'Freeze'}</Button>
        </PostForm>
      </Card>
    </UserFrame>
  );
}

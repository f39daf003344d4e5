import { KeysTable } from '~/features/people/apiKeys/components/KeysTable';
import {
  KEY_ALONE_FIELD,
  KEY_NAME_FIELDS,
  KEY_ORIGIN_FIELD,
  NewKeyNotice,
} from '~/features/people/apiKeys/components/keyFields';
import { type CreatedKey, createStaffKey, revokeStaffKey } from '~/features/people/apiKeys/createInvestorKey.server';
import { revokeKeySchema } from '~/features/people/apiKeys/schema';
import { staffKeySchema } from '~/features/people/apiKeys/staffSchema';
import { checkOwnPassword } from '~/features/people/auth/passwords/checkOwnPassword.server';
import { groupRightsByArea } from '~/features/people/staff/rightAreas';
import { ADMIN_SIGN_IN_PURPOSE } from '~/features/people/staff/signInAdministrator.server';
import { SecondFactor } from '~/features/people/twofactor/components/SecondFactor';
import { confirmAdministrator } from '~/features/people/twofactor/confirmAdministrator.server';
import { loadSecondFactor } from '~/features/people/twofactor/security.server';
import { read, write } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { actOnSecurity, SECURITY_INTENTS } from '~/routes/security.form.server';
import { findValidKeys } from '~/signIns/apiKeys.server';
import { hasRight, RIGHT_NAMES, RIGHTS, type Right } from '~/signIns/rights';
import { Button, LinkButton } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { CODE_FIELD } from '~/ui/forms/ConfirmField';
import { FieldGroups } from '~/ui/forms/FieldGroup';
import { PasswordField } from '~/ui/forms/PasswordField';
import { Sheet } from '~/ui/layout/Fold';
import { Card, Page } from '~/ui/layout/Layout';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { useIsAnswered } from '~/web/form/useReturnedValues';
import { type AdminContext, admin } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useActionData, useLoaderData } from '~/web/router';

/** Permitted during maintenance, because in live mode an administrator must enable a second factor before ending sessions. */
export const handle = { inMaintenance: true };

const ownerOf = ({ administrator: { id, email }, sessionHash, address }: AdminContext) => ({
  kind: 'admin' as const,
  id,
  email,
  sessionHash,
  address,
  path: '/admin/security',
});

export const loader = admin.loader('everyone', async (context) => ({
  factor: await loadSecondFactor(ownerOf(context)),
  required: !isPaper(),
  keys: await findValidKeys(read(), context.administrator.id),
  rights: RIGHT_NAMES.filter((right) => right !== 'everyone' && hasRight(context.administrator, right)),
}));

export const action = admin.action(
  'everyone',
  async ({ form, intent, ...context }) => {
    const { administrator, address, sessionHash } = context;
    if (intent === 'make-key') {
      const sent = await parseSubmission(form, staffKeySchema);
      if (!sent.ok) return sent.refused;
      const { keyName: name, days, from, actsAlone, currentPassword, otp = '', ...ticked } = sent.value;
      const purpose = { address, sessionHash, field: 'currentPassword', purpose: ADMIN_SIGN_IN_PURPOSE };
      const known = await checkOwnPassword(administrator, currentPassword, purpose);
      if (!known.ok) return sent.refuse(known.error);
      const confirmed = await confirmAdministrator(context, otp);
      if (!confirmed.ok) return sent.refuse(confirmed.error, 400, { confirm: confirmed.error.field === 'otp' });
      const scopes = RIGHT_NAMES.filter((right) => ticked[right]);
      const input = { name, days, from, wallets: [], scopes, actsAlone: actsAlone === 'on' };
      const created = await write((tx) => createStaffKey(tx, administrator.id, input));
      if (!created.ok) return sent.refuse(created.error);
      return data({ made: created.value }, { headers: { 'Cache-Control': 'no-store' } });
    }
    if (intent === 'revoke-key') {
      const sent = await parseSubmission(form, revokeKeySchema);
      if (!sent.ok) return sent.refused;
      const ended = await write((tx) => revokeStaffKey(tx, administrator.id, sent.value.key));
      if (!ended.ok) return sent.refuse(ended.error);
      return await redirectWithToast('/admin/security', { tone: 'success', text: 'The key is revoked' });
    }
    return await actOnSecurity(ownerOf(context), intent, form, (password) =>
      checkOwnPassword(administrator, password, {
        address,
        sessionHash,
        field: 'currentPassword',
        purpose: ADMIN_SIGN_IN_PURPOSE,
      }),
    );
  },
  [...SECURITY_INTENTS, 'make-key', 'revoke-key'] as const,
);

const groupRights = (rights: readonly Right[]) =>
  groupRightsByArea(rights).map(({ area, rights: ofArea }) => ({
    title: area,
    row: ofArea.map((right) => ({ as: Checkbox, name: right, label: RIGHTS[right].description, short: right })),
  }));

export default function Security() {
  const { factor, required, keys, rights } = useLoaderData<typeof loader>();
  const isAnswered = useIsAnswered('make-key');
  const answer = useActionData() as { made?: CreatedKey } | undefined;
  return (
    <Page title="Your sign-in" actions={<LinkButton to="/admin/password">Change password</LinkButton>}>
      <SecondFactor factor={factor} required={required} />
      {answer?.made && <NewKeyNotice {...answer.made} />}
      <Card title="API keys" lead="With a key, a program uses the API in your name, within its rights and your role.">
        <KeysTable keys={keys} intent="revoke-key" />
        <Sheet label="Create a key" open={isAnswered}>
          <ActionForm
            key={answer?.made?.secret}
            code={CODE_FIELD}
            schema={staffKeySchema}
            id="make-key"
            intent="make-key"
            fields={[
              KEY_NAME_FIELDS,
              { in: FieldGroups, row: groupRights(rights) },
              KEY_ORIGIN_FIELD,
              KEY_ALONE_FIELD,
              { as: PasswordField, name: 'currentPassword', label: 'Password', autoComplete: 'current-password' },
            ]}
          >
            <Button>Create key</Button>
          </ActionForm>
        </Sheet>
      </Card>
    </Page>
  );
}

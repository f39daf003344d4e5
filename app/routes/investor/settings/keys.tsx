import { KeysTable } from '~/features/people/apiKeys/components/KeysTable';
import {
  KEY_ALONE_FIELD,
  KEY_NAME_FIELDS,
  KEY_ORIGIN_FIELD,
  NewKeyNotice,
} from '~/features/people/apiKeys/components/keyFields';
import { type CreatedKey, createOwnApiKey, revokeApiKey } from '~/features/people/apiKeys/createInvestorKey.server';
import { newKeySchema, revokeKeySchema, toScopes } from '~/features/people/apiKeys/schema';
import { SettingsPage } from '~/features/people/profile/components/SettingsPage';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { read, write } from '~/platform/db/index.server';
import { readSetting } from '~/platform/installation/settings.server';
import { pageTitle } from '~/platform/text/productName';
import { findValidKeys } from '~/signIns/apiKeys.server';
import { API_KEY_SETTING, DEFAULT_SCOPES, KEY_SCOPE_NAMES, KEY_SCOPES } from '~/signIns/keyScopes';
import { Button } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { CODE_FIELD } from '~/ui/forms/ConfirmField';
import { TextAreaField } from '~/ui/forms/Field';
import { PasswordField } from '~/ui/forms/PasswordField';
import { Card, Cluster } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { investor } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { Link, useActionData, useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('API keys') }];

export const loader = investor.loader(async ({ user }) => ({
  keys: await findValidKeys(read(), user.id),
  isForbidden: (await readSetting(read(), API_KEY_SETTING.setting)) === API_KEY_SETTING.forbidden,
}));

export const action = investor.actions<unknown>({
  make: async ({ user, form, address, sessionHash }) => {
    const sent = await parseSubmission(form, newKeySchema);
    if (!sent.ok) return sent.refused;
    const { keyName: name, days, from, wallets, password, otp, actsAlone, ...ticked } = sent.value;
    const terms = { name, days, from, wallets, actsAlone: actsAlone === 'on' };
    const input = { ...terms, scopes: toScopes(ticked), password, otp };
    const created = await createOwnApiKey(user, input, { address, sessionHash });
    if (!created.ok) return sent.refuse(created.error, 400, { confirm: created.error.field === 'otp' });
    return data({ made: created.value }, { headers: { 'Cache-Control': 'no-store' } });
  },
  revoke: async ({ user, form }) => {
    const sent = await parseSubmission(form, revokeKeySchema);
    if (!sent.ok) return sent.refused;
    const ended = await write((tx) => revokeApiKey(tx, user, sent.value.key), { users: [user.id] });
    if (!ended.ok) return sent.refuse(ended.error);
    return await redirectWithToast('/settings/keys', { tone: 'success', text: 'The key is revoked' });
  },
});

// Reloads after refusals too, since a key that had already ended must leave the list.
export const shouldRevalidate = () => true;

export default function Keys() {
  const { keys, isForbidden } = useLoaderData<typeof loader>();
  const answer = useActionData() as { made?: CreatedKey } | undefined;
  return (
    <SettingsPage wide>
      {answer?.made && <NewKeyNotice {...answer.made} />}
      <ActionProblem />
      <Card
        title="API keys"
        lead={
          <>
            A key lets a program use <Link to="/api/docs">the API</Link> in your name, within what the key allows. A new
            password, a freeze and signing out everywhere end all keys.
          </>
        }
      >
        <KeysTable keys={keys} />
      </Card>
      {isForbidden ? (
        <Notice>New API keys are turned off.</Notice>
      ) : (
        <Card title="Create a key">
          <ActionForm
            key={answer?.made?.secret}
            code={CODE_FIELD}
            schema={newKeySchema}
            id="make"
            intent="make"
            fields={[
              KEY_NAME_FIELDS,
              ...KEY_SCOPE_NAMES.map((scope) => ({
                as: Checkbox,
                name: scope,
                label: KEY_SCOPES[scope],
                short: scope,
                ...(DEFAULT_SCOPES.includes(scope) && { defaultValue: 'on' }),
              })),
              {
                row: [
                  {
                    as: TextAreaField,
                    name: 'wallets',
                    label: 'Addresses it may withdraw to',
                    short: 'Addresses',
                    hint: 'One per line.',
                    required: false,
                  },
                  KEY_ORIGIN_FIELD,
                ],
              },
              KEY_ALONE_FIELD,
              { row: [{ as: PasswordField, name: 'password', label: 'Password', autoComplete: 'current-password' }] },
            ]}
          >
            <Cluster>
              <Button tone="primary">Create key</Button>
            </Cluster>
          </ActionForm>
        </Card>
      )}
    </SettingsPage>
  );
}

import { ActionProblem } from '~/features/shell/ActionProblem';
import { giveKey, revokeKey } from '~/features/signals/keys.server';
import { signalsPage, signalTraders } from '~/features/signals/queries.server';
import { signalKeySchema } from '~/features/signals/schema';
import { May } from '~/features/staff/components/May';
import { write } from '~/platform/db/index.server';
import { waysOn } from '~/platform/db/paging';
import { byAdmin } from '~/platform/states';
import { Button } from '~/ui/Button';
import { CursorPager, StatusBadge, Time } from '~/ui/Data';
import { PostForm } from '~/ui/Form';
import { Cluster, Page, Section } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';
import { Table } from '~/ui/Table';
import { Code, Muted, Typed, VisuallyHidden } from '~/ui/Text';
import { submission } from '~/web/form/submission.server';
import { admin } from '~/web/guard/index.server';
import { useActionData, useLoaderData, useLocation } from '~/web/router';
import { redirectWithToast } from '~/web/toast.server';

export const meta = () => [{ title: 'Signals · Mirrorbook' }];

export const loader = admin.loader('traders:read', async ({ url }) => ({
  traders: await signalTraders(),
  ...(await signalsPage(url.searchParams)),
}));

export const action = admin.action(
  'traders:change',
  async ({ administrator, intent, form }) => {
    const sent = await submission(form, signalKeySchema);
    if (!sent.ok) return sent.refused;
    const by = byAdmin(administrator.id);
    const { trader } = sent.value;
    if (intent === 'give-key') {
      const given = await write((tx) => giveKey(tx, by, trader));
      // Not after a redirect: the key is to be read once, here, and kept nowhere.
      return given.ok ? { given: given.value } : sent.refuse(given.error);
    }
    const revoked = await write((tx) => revokeKey(tx, by, trader));
    if (!revoked.ok) return sent.refuse(revoked.error);
    const text = `The key of ${revoked.value.name} does not work any more`;
    return await redirectWithToast('/admin/signals', { tone: 'success', text });
  },
  ['give-key', 'revoke-key'],
);

export default function Signals() {
  const { traders, rows, ...ways } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const answer = useActionData() as { given?: { key: string; name: string } } | undefined;
  return (
    <Page title="Signals" lead="Traders whose own programs trade, and what their programs sent.">
      {answer?.given ? (
        <Notice tone="success" title={`The key of ${answer.given.name}`}>
          Copy it now, it is not shown again: <Code>{answer.given.key}</Code>
        </Notice>
      ) : (
        <ActionProblem />
      )}
      <Section title="Keys">
        <Table
          rows={traders}
          rowKey={({ id }) => id}
          anchored
          caption="Traders and their keys"
          empty="There is no trader who can have a key."
          columns={[
            { header: 'Trader', cell: ({ name }) => name },
            { header: 'Results', cell: ({ signals }) => (signals ? 'from signals' : 'typed in') },
            {
              header: 'Key',
              cell: ({ keySince }) =>
                keySince ? (
                  <>
                    works since <Time at={keySince} />
                  </>
                ) : (
                  <Muted>none</Muted>
                ),
            },
            {
              header: 'Action',
              cell: ({ id, name, keySince }) => (
                <May right="traders:change">
                  <Cluster>
                    <KeyForm
                      trader={id}
                      name={name}
                      intent="give-key"
                      words={keySince ? 'Replace key' : 'Give a key'}
                    />
                    {keySince && <KeyForm trader={id} name={name} intent="revoke-key" words="Revoke key" />}
                  </Cluster>
                </May>
              ),
            },
          ]}
        />
      </Section>
      <Section title="Received">
        <Table
          rows={rows}
          rowKey={({ id }) => id}
          caption="Signals, the newest first"
          empty="No signal has come yet."
          columns={[
            { header: 'When', cell: ({ receivedAt }) => <Time at={receivedAt} /> },
            { header: 'Trader', cell: ({ trader }) => trader },
            { header: 'Id', cell: ({ reference }) => <Typed>{reference}</Typed> },
            {
              header: 'Signal',
              cell: ({ asked: { action, symbol, size, percent } }) => (
                <Typed>{[action, size ?? (percent && `${percent}%`), symbol].filter(Boolean).join(' ')}</Typed>
              ),
            },
            {
              header: 'Outcome',
              cell: ({ status, message }) => (
                <>
                  <StatusBadge status={status} /> {message}
                </>
              ),
            },
          ]}
        />
        <CursorPager {...waysOn(search, ways)} />
      </Section>
    </Page>
  );
}

function KeyForm(props: { trader: string; name: string; intent: 'give-key' | 'revoke-key'; words: string }) {
  return (
    <PostForm at={props.trader}>
      <input type="hidden" name="_intent" value={props.intent} />
      <input type="hidden" name="trader" value={props.trader} />
      <Button>
        {props.words}
        <VisuallyHidden> of {props.name}</VisuallyHidden>
      </Button>
    </PostForm>
  );
}

import type { ApiKey } from '~/signIns/apiKeys.server';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Code, VisuallyHidden, WrappedText } from '~/ui/Text';
import { Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';

export const KeysTable = ({ keys, intent = 'revoke' }: { keys: ApiKey[]; intent?: string }) => (
  <Table
    caption="Your API keys, the last used first"
    rows={keys}
    rowKey={({ id }) => id}
    empty="You have no API key."
    dense
    columns={[
      {
        header: 'Key',
        cell: ({ name, hint }) => (
          <>
            <WrappedText>{name}</WrappedText> <Code>{hint}</Code>
          </>
        ),
      },
      {
        header: 'May',
        slim: true,
        cell: ({ scopes, actsAlone }) => scopes.join(', ') + (actsAlone ? '; without confirmation' : ''),
      },
      { header: 'From', folded: true, cell: ({ from }) => from.join(', ') || 'any IP address' },
      { header: 'Withdraws to', folded: true, cell: ({ wallets }) => wallets.join(', ') || 'nowhere' },
      { header: 'Last used', slim: true, cell: ({ lastUsed }) => (lastUsed ? <Time at={lastUsed} /> : 'not yet') },
      { header: 'Works until', folded: true, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
      {
        header: 'Action',
        align: 'end',
        cell: ({ id, name }) => (
          <PostForm inline at="main">
            <input type="hidden" name="_intent" value={intent} />
            <input type="hidden" name="key" value={id} />
            <Button tone="danger">
              Revoke
              <VisuallyHidden> {name}</VisuallyHidden>
            </Button>
          </PostForm>
        ),
      },
    ]}
  />
);

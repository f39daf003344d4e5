import { May } from '~/features/people/staff/components/May';
import { MAX_MESSAGE_LENGTH } from '~/features/people/support/limits';
import { deleteReply, listSavedReplies, saveReply } from '~/features/people/support/savedReplies.server';
import { savedReplyIdSchema, savedReplySchema } from '~/features/people/support/savedReplySchema';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { pageTitle } from '~/platform/text/productName';
import { Button, LinkButton } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { TextAreaField } from '~/ui/forms/Field';
import { PostForm } from '~/ui/forms/Form';
import { Card, Page, Stack } from '~/ui/layout/Layout';
import { Table } from '~/ui/tables/Table';
import { admin } from '~/web/guard/index.server';
import { Link, useLoaderData } from '~/web/router';
import { createKeylessFormAction } from './adminForms.server';

const SAVED_REPLIES_PATH = '/admin/support/replies';

export const meta = () => [{ title: pageTitle('Saved replies') }];

export const loader = admin.loader('support:read', async ({ url }) => {
  const replies = await listSavedReplies();
  const edited = url.searchParams.get('edit');
  return { replies, edited: replies.find(({ id }) => id === edited) ?? null };
});

export const action = admin.actions('support:answer', {
  save: createKeylessFormAction(savedReplySchema, saveReply, ({ name }) => `“${name}” is saved`, SAVED_REPLIES_PATH),
  delete: createKeylessFormAction(
    savedReplyIdSchema,
    deleteReply,
    ({ name }) => `“${name}” is deleted`,
    SAVED_REPLIES_PATH,
  ),
});

export default function SavedReplies() {
  const { replies, edited } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Saved replies"
      lead="Texts for answers to investors. Sent answers do not change."
      actions={<LinkButton to="/admin/support">Support</LinkButton>}
    >
      <ActionProblem />
      <Table
        caption="Saved replies"
        rows={replies}
        rowKey={({ id }) => id}
        empty="There is no saved reply yet."
        dense
        columns={[
          { header: 'Name', cell: ({ id, name }) => <Link to={`${SAVED_REPLIES_PATH}?edit=${id}#save`}>{name}</Link> },
          { header: 'Text', folded: true, cell: ({ text }) => text },
        ]}
      />
      <May right="support:answer">
        <Card
          key={edited?.id}
          title={edited ? `Change “${edited.name}”` : 'Add a reply'}
          actions={edited && <LinkButton to={SAVED_REPLIES_PATH}>Add another</LinkButton>}
        >
          <Stack>
            <ActionForm
              schema={savedReplySchema}
              id="save"
              intent="save"
              values={edited ?? undefined}
              hidden={{ id: edited?.id }}
              fields={[
                { name: 'name', label: 'Name', autoComplete: 'off' },
                { as: TextAreaField, name: 'text', label: 'Text', maxLength: MAX_MESSAGE_LENGTH },
              ]}
            >
              <Button tone="primary">Save</Button>
            </ActionForm>
            {edited && (
              <PostForm inline>
                <input type="hidden" name="_intent" value="delete" />
                <input type="hidden" name="id" value={edited.id} />
                <Button tone="danger">Delete</Button>
              </PostForm>
            )}
          </Stack>
        </Card>
      </May>
    </Page>
  );
}

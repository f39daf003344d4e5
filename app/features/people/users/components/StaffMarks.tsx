import type { NamedEvent } from '~/features/backoffice';
import { May } from '~/features/people/staff/components/May';
import { Button } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { PostForm } from '~/ui/forms/Form';
import { Card, Cluster, Stack } from '~/ui/layout/Layout';
import { Muted, Small, VisuallyHidden } from '~/ui/Text';
import { Time } from '~/ui/tables/Data';
import { Link } from '~/web/router';
import { tagSchema, userNoteSchema } from '../schema';
import { Tags } from './Tags';

type Props = { id: string; tags: string[]; tagsInUse: string[]; notes: NamedEvent[] };

export function StaffMarks({ id, tags, tagsInUse, notes }: Props) {
  return (
    <Stack>
      <Card title="Tags" id="tags">
        {tags.length === 0 && <Muted>No tags. Use tags to find users again in the list.</Muted>}
        <Cluster>
          {tags.map((tag) => (
            <PostForm key={tag} at="tags" inline>
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="tag" value={tag} />
              <Cluster>
                <Tags tags={[tag]} />
                <May right="users:mark">
                  <Button name="_intent" value="untag" tone="quiet">
                    Remove<VisuallyHidden> the tag {tag}</VisuallyHidden>
                  </Button>
                </May>
              </Cluster>
            </PostForm>
          ))}
        </Cluster>
        <May right="users:mark">
          <AddTag id={id} known={tagsInUse.filter((tag) => !tags.includes(tag))} />
        </May>
      </Card>
      <Card title="Notes">
        {notes.length === 0 && <Muted>No notes. Only staff can read them.</Muted>}
        <Stack gap="tight">
          {notes.map((note) => (
            <p key={note.id}>
              {note.reason}{' '}
              <Small>
                {note.who.name}, <Time at={note.at} />
              </Small>
            </p>
          ))}
        </Stack>
        {notes.length > 0 && <Link to={`/admin/users/${id}/events`}>All events</Link>}
        <May right="users:mark">
          <WriteNote id={id} />
        </May>
      </Card>
    </Stack>
  );
}

const AddTag = ({ id, known }: { id: string; known: string[] }) => (
  <ActionForm
    schema={tagSchema}
    id="tag-user"
    inline
    hidden={{ id }}
    fields={[
      { name: 'tag', label: 'Tag', list: 'tags-in-use', maxLength: 24, autoComplete: 'off' },
      <datalist key="tags" id="tags-in-use">
        {known.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>,
    ]}
  >
    <Button name="_intent" value="tag">
      Add tag
    </Button>
  </ActionForm>
);

const WriteNote = ({ id }: { id: string }) => (
  <ActionForm
    schema={userNoteSchema}
    id="note-user"
    inline
    hidden={{ id }}
    fields={[{ name: 'note', label: 'Note', maxLength: 300, autoComplete: 'off' }]}
  >
    <Button name="_intent" value="note">
      Add note
    </Button>
  </ActionForm>
);

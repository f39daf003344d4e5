import { Button } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { FileField } from '~/ui/forms/FileField';
import { PostForm } from '~/ui/forms/Form';
import { Card, Cluster } from '~/ui/layout/Layout';
import { Avatar } from '~/ui/pictures/Avatar';
import { acceptAttribute, acceptedText } from '~/uploads/acceptedFiles';
import { pictureSchema } from '../schema';

/** Page that contains only this card, and shows refusals. */
const PICTURE_PAGE = '/settings/picture';

export function PictureCard({ name, pictureUrl }: { name: string; pictureUrl: string | null }) {
  return (
    <Card
      title="Picture"
      lead="Only you and management see it. If you let others copy you, it is on your page as a trader, too."
    >
      <Cluster gap="normal">
        <Avatar name={name} src={pictureUrl} size="large" />
        {pictureUrl && (
          <PostForm action={PICTURE_PAGE}>
            <Button name="_intent" value="remove" tone="danger">
              Remove the picture
            </Button>
          </PostForm>
        )}
      </Cluster>
      <ActionForm
        schema={pictureSchema}
        id="picture"
        action={PICTURE_PAGE}
        fields={[
          {
            as: FileField,
            name: 'profilepicture',
            label: 'Another picture',
            short: 'Picture',
            hint: `${acceptedText('picture')}. It is cropped to a square.`,
            accept: acceptAttribute('picture'),
            required: true,
          },
        ]}
      >
        <Button name="_intent" value="upload">
          Upload
        </Button>
      </ActionForm>
    </Card>
  );
}

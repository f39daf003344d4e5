import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Icon } from '~/ui/pictures/Icon';
import { VisuallyHidden } from '~/ui/Text';

export const WATCH_INTENTS = ['watch', 'unwatch'] as const;

export function WatchForm(props: { id: string; name: string; watched: boolean; worded?: boolean }) {
  const { id, name, watched, worded = false } = props;
  return (
    <PostForm inline at={id}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="_intent" value={watched ? 'unwatch' : 'watch'} />
      <Button tone={worded ? 'plain' : 'quiet'}>
        <span className={watched ? 'watched inline-flex' : 'inline-flex'}>
          <Icon name="star" />
        </span>
        <span className={worded ? 'max-sm:sr-only' : 'sr-only'}>{watched ? 'Watched' : 'Watch'}</span>
        <VisuallyHidden>
          {watched ? ': stop watching ' : ' '}
          {name}
        </VisuallyHidden>
      </Button>
    </PostForm>
  );
}

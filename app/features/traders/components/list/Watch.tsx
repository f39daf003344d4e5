import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { VisuallyHidden } from '~/ui/Text';

/** What the forms of a list of traders and of a profile ask for. */
export const WATCH_INTENTS = ['watch', 'unwatch'] as const;

/** Puts a trader on one's own list, or takes them off it; posts to the page it stands on. */
export function WatchForm({ id, name, watched }: { id: string; name: string; watched: boolean }) {
  return (
    <PostForm inline at={id}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="_intent" value={watched ? 'unwatch' : 'watch'} />
      <Button icon="star" tone={watched ? 'quiet' : 'plain'}>
        <span className={watched ? undefined : 'sr-only'}>{watched ? 'Watched' : 'Watch'}</span>
        <VisuallyHidden>
          {watched ? ': stop watching ' : ' '}
          {name}
        </VisuallyHidden>
      </Button>
    </PostForm>
  );
}

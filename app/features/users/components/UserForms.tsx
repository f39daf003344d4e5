import { May } from '~/features/staff/components';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { VisuallyHidden } from '~/ui/Text';

/** `back` is the address that the form posts to: the page it stands on. */
type Person = { id: string; email: string; back: string };

/** The flag that opens live trading, and nothing else. `inColumn` below a heading that names live trading. */
export function VerifiedForm(props: Person & { pdtUnlocked: boolean; inColumn?: boolean }) {
  const { id, email, back, pdtUnlocked, inColumn = false } = props;
  const of = ' live trading';
  return (
    <May right="accounts:change">
      <PostForm action={back} at={id} inline>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="verified" value={pdtUnlocked ? 'off' : 'on'} />
        <Button name="_intent" value="verified" tone="quiet">
          {pdtUnlocked ? 'Lock' : 'Unlock'}
          {!inColumn && of}
          <VisuallyHidden>
            {inColumn && of} of {email}
          </VisuallyHidden>
        </Button>
      </PostForm>
    </May>
  );
}

/** In place of showing a password, which can't be read: a link to choose a new one, mailed to its owner. */
export function ResetLinkForm({ id, email, back }: Person) {
  return (
    <May right="users:help">
      <PostForm action={back} at={id} inline>
        <input type="hidden" name="id" value={id} />
        <Button name="_intent" value="reset" tone="quiet">
          Mail reset link
          <VisuallyHidden> to {email}</VisuallyHidden>
        </Button>
      </PostForm>
    </May>
  );
}

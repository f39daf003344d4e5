import { May } from '~/features/people/staff/components/May';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { VisuallyHidden } from '~/ui/Text';

type Person = { id: string; email: string; back: string };

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

/** Form that mails a link for a new password, since passwords can't be shown. */
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

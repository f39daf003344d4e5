import { ErrorSummary, PostForm } from '~/ui/forms/Form';
import { PreviewedSubmit } from '~/ui/forms/PreviewedSubmit';
import { StepDialog } from '~/ui/layout/Dialog';
import { Stack } from '~/ui/layout/Layout';
import type { FormAnswer } from '~/web/form/submission.server';
import { useActionData } from '~/web/router';

type Giving = { id: string; name: string; keySince: Date | null; formKey: string };

/** Dialog that shows the permissions of a key before it is issued, since whoever holds it trades for the copies. */
export function GiveKeyDialog({ id, name, keySince, formKey }: Giving) {
  const answer = useActionData() as FormAnswer | undefined;
  const error = answer?.result.error;
  const problems = Object.entries(error ?? {}).flatMap(([field, messages]) =>
    field === 'otp' || answer?.preview ? [] : (messages ?? []).map((message) => ({ message })),
  );
  return (
    <StepDialog title={keySince ? `Replace the key of ${name}?` : `Give ${name} a key?`} closeHref="/admin/signals">
      <Stack>
        <p>
          The program that holds the key trades this trader’s account, and copies follow.{' '}
          {keySince && 'The old key stops working when the new one is issued.'}
        </p>
        <PostForm formKey={answer?.formKey ?? formKey}>
          <ErrorSummary errors={problems} />
          <input type="hidden" name="trader" value={id} />
          <input type="hidden" name="_intent" value="give-key" />
          <PreviewedSubmit
            submitLabel={keySince ? 'Replace the key' : 'Give the key'}
            danger={keySince !== null}
            confirm={answer?.confirm === true}
            preview={answer?.preview}
            fieldId={(name) => `key-${name}`}
            errors={error ?? {}}
            back={{ to: '/admin/signals', text: 'Cancel' }}
          />
        </PostForm>
      </Stack>
    </StepDialog>
  );
}

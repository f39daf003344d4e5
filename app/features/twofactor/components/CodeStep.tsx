import { getFormProps } from '@conform-to/react';
import { Button } from '~/ui/Button';
import { CodeField } from '~/ui/forms/CodeField';
import { fieldProps } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { Page } from '~/ui/layout/Layout';
import { useActionForm } from '~/web/form/useActionForm';
import { Link } from '~/web/router';
import { otpSchema } from '../schema';

/** The second step of a sign-in, of an investor or an administrator. `back` is its first step. */
export function CodeStep({ back, action }: { back: string; action: string }) {
  const { form, fields } = useActionForm(otpSchema, { id: 'second-step' });
  return (
    <Page title="Two-factor authentication" lead="Your password was right. One more step.">
      <PostForm {...getFormProps(form)} action={action}>
        <ErrorSummary errors={problemsOf(form, { otp: 'Code' })} />
        <CodeField {...fieldProps(fields.otp)} />
        <Button tone="primary" wide>
          Continue
        </Button>
      </PostForm>
      <Link to={back}>Start again</Link>
    </Page>
  );
}

import { Button } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { CodeField } from '~/ui/forms/CodeField';
import { Page } from '~/ui/layout/Layout';
import { Link } from '~/web/router';
import { otpSchema } from '../schema';

export function CodeStep({ back, action }: { back: string; action: string }) {
  return (
    <Page title="Two-factor authentication" lead="Your password is correct. One more step.">
      <ActionForm
        schema={otpSchema}
        id="second-step"
        action={action}
        fields={[{ as: CodeField, name: 'otp', label: 'Code' }]}
      >
        <Button tone="primary" wide>
          Continue
        </Button>
      </ActionForm>
      <Link to={back}>Start again</Link>
    </Page>
  );
}

import { Button, LinkButton } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { PreviewedSubmit } from '~/ui/forms/PreviewedSubmit';
import { StepDialog } from '~/ui/layout/Dialog';
import { Cluster, Stack } from '~/ui/layout/Layout';
import { VisuallyHidden } from '~/ui/Text';
import type { FormAnswer } from '~/web/form/submission.server';
import { useActionData } from '~/web/router';
import type { TraderEvent, TraderState } from '../states';
import { formatCopiers } from './record/Figures';

type TraderRow = { id: string; name: string; status: TraderState };

export function TraderActions({ id, name, status }: TraderRow) {
  if (status === 'retired') return <EditLink id={id} name={name} />;
  const [event, label] = status === 'open' ? (['pause', 'Pause'] as const) : (['reopen', 'Reopen'] as const);
  return (
    <Cluster inRow>
      <StateForm id={id} event={event}>
        {label}
        <VisuallyHidden> {name}</VisuallyHidden>
      </StateForm>
      <EditLink id={id} name={name} />
    </Cluster>
  );
}

const EditLink = ({ id, name }: Pick<TraderRow, 'id' | 'name'>) => (
  <LinkButton to={`/admin/traders?edit=${id}`} tone="quiet">
    Edit
    <VisuallyHidden> {name}</VisuallyHidden>
  </LinkButton>
);

type StateFormProps = { id: string; event: TraderEvent; children: React.ReactNode };

function StateForm(props: StateFormProps) {
  return (
    <PostForm inline at={props.id}>
      <input type="hidden" name="id" value={props.id} />
      <Button name="_intent" value={props.event} tone="quiet">
        {props.children}
      </Button>
    </PostForm>
  );
}

export function RetireDialog(props: { id: string; name: string; followers: number; formKey: string }) {
  const { id, name, followers } = props;
  const answer = useActionData() as FormAnswer | undefined;
  return (
    <StepDialog title={`Retire ${name}?`} closeHref="/admin/traders">
      <Stack>
        <p>
          Every copy of this trader ends ({formatCopiers(followers)} now): the cash goes back to the investors, and each
          gets a mail. The history stays listed. A retired trader can’t be reopened.
        </p>
        <PostForm formKey={answer?.formKey ?? props.formKey} at={id}>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="_intent" value="retire" />
          <PreviewedSubmit
            submitLabel="Retire this trader"
            danger
            confirm={answer?.confirm === true}
            preview={answer?.preview}
            fieldId={(name) => `retire-${name}`}
            errors={answer?.result.error ?? {}}
            back={{ to: '/admin/traders', text: 'Cancel' }}
          />
        </PostForm>
      </Stack>
    </StepDialog>
  );
}

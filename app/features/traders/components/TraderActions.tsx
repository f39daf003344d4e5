import { useActionData } from '@remix-run/react';
import type { FormAnswer } from '~/platform/form/submission.server';
import { Button, LinkButton } from '~/ui/Button';
import { ConfirmField } from '~/ui/ConfirmField';
import { StepDialog } from '~/ui/Dialog';
import { PostForm } from '~/ui/Form';
import { Cluster, Stack } from '~/ui/Layout';
import { VisuallyHidden } from '~/ui/Text';
import type { TraderEvent, TraderState } from '../states';

type Row = { id: string; name: string; status: TraderState };

/** What an administrator can do with a trader now. */
export function TraderActions({ id, name, status }: Row) {
  if (status === 'retired') return <EditLink id={id} name={name} />;
  const [event, words] = status === 'open' ? (['pause', 'Pause'] as const) : (['reopen', 'Reopen'] as const);
  return (
    <Cluster>
      <StateForm id={id} event={event}>
        {words}
        <VisuallyHidden> {name}</VisuallyHidden>
      </StateForm>
      <EditLink id={id} name={name} />
      <LinkButton to={`/admin/traders?retire=${id}`} tone="quiet">
        Retire
        <VisuallyHidden> {name}</VisuallyHidden>
      </LinkButton>
    </Cluster>
  );
}

const EditLink = ({ id, name }: Pick<Row, 'id' | 'name'>) => (
  <LinkButton to={`/admin/traders?edit=${id}`} tone="quiet" icon="edit">
    Edit
    <VisuallyHidden> {name}</VisuallyHidden>
  </LinkButton>
);

type StateFormProps = {
  id: string;
  event: TraderEvent;
  tone?: 'danger';
  confirm?: React.ReactNode;
  children: React.ReactNode;
};

function StateForm(props: StateFormProps) {
  return (
    <PostForm inline>
      <input type="hidden" name="id" value={props.id} />
      {props.confirm}
      <Button name="_intent" value={props.event} tone={props.tone}>
        {props.children}
      </Button>
    </PostForm>
  );
}

/** Retiring can't be taken back, so it is asked first. */
export function RetireDialog({ id, name, followers }: { id: string; name: string; followers: number }) {
  const answer = useActionData() as FormAnswer | undefined;
  const errors = answer?.result.error?.otp ?? undefined;
  return (
    <StepDialog title={`Retire ${name}?`} closeHref="/admin/traders">
      <Stack>
        <p>
          Every copy of this trader ends ({followers} active now): the cash goes back to the investors, and each gets a
          mail. The history stays listed. A retired trader can’t be reopened.
        </p>
        <Cluster>
          <StateForm
            id={id}
            event="retire"
            tone="danger"
            confirm={<ConfirmField asked={answer?.confirm === true} id="retire-otp" errors={errors} />}
          >
            Retire this trader
          </StateForm>
          <LinkButton to="/admin/traders" tone="quiet">
            Cancel
          </LinkButton>
        </Cluster>
      </Stack>
    </StepDialog>
  );
}

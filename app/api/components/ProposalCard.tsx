import { z } from 'zod';
import { codeField } from '~/platform/fields/line';
import { Button } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { CODE_FIELD } from '~/ui/forms/ConfirmField';
import { type EffectLine, listEffectItems } from '~/ui/forms/PreviewCard';
import { Card, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { DefinitionList, Time } from '~/ui/tables/Data';

export const confirmSchema = z.object({ otp: codeField().optional() });

type Proposal = {
  title: string;
  lines: EffectLine[];
  state: 'waiting' | 'confirmed' | 'ended';
  keyName: string | null;
  createdAt: Date;
  endsAt: Date;
  confirmedAt: Date | null;
};

/** Proposal of an assistant with its effect, and the form that confirms it. */
export const ProposalCard = ({ title, lines, state, keyName, createdAt, endsAt, confirmedAt }: Proposal) => (
  <Card title={title}>
    <Stack>
      {state === 'waiting' && (
        <p>
          A program with your API key “{keyName}” proposed this at <Time at={createdAt} />. Nothing has been done yet.
          If you did not expect it, leave it: it ends at <Time at={endsAt} />.
        </p>
      )}
      {state === 'confirmed' && confirmedAt && (
        <Notice tone="success" title="Done">
          You confirmed this at <Time at={confirmedAt} />.
        </Notice>
      )}
      {state === 'ended' && (
        <Notice title="This has ended">
          It was not confirmed within an hour, or its API key is no longer valid. Nothing was done.
        </Notice>
      )}
      <DefinitionList items={listEffectItems(lines)} />
      {state === 'waiting' && (
        <ActionForm schema={confirmSchema} id="confirm" code={CODE_FIELD}>
          <Button tone="primary">Confirm</Button>
        </ActionForm>
      )}
    </Stack>
  </Card>
);

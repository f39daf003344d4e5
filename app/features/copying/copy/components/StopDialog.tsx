import { formatSignedUsd, formatUsd } from '~/ledger/money';
import { PostForm } from '~/ui/forms/Form';
import { SubmitWithBackLink } from '~/ui/forms/SubmitWithBackLink';
import { StepDialog } from '~/ui/layout/Dialog';
import { Stack } from '~/ui/layout/Layout';
import type { OwnedCopy } from '../queries.server';
import { LeavingNote } from './CopyCard';

/** Dialog that shows the proceeds before a copy is stopped. They are approximate if positions close after the confirmation. */
export function StopDialog({ copy, formKey }: { copy: OwnedCopy; formKey: string }) {
  const { id, traderName, equity, total, standing } = copy;
  const share = standing?.share ?? 0n;
  const open = standing?.positions ?? [];
  const back = `/usercopytrade/${copy.id}`;
  return (
    <StepDialog title={`Stop copying ${traderName}?`} closeHref={back}>
      <Stack>
        <p className="text-lg">
          You receive {open.length > 0 && 'about '}
          <strong>{formatUsd(equity - share)}</strong>, result <strong>{formatSignedUsd(total - share)}</strong>.
        </p>
        {share > 0n && <p>The trader’s share of {formatUsd(share)} is deducted.</p>}
        {open.length > 0 && (
          <p>
            {open.length === 1 ? 'One position closes' : `${open.length} positions close`} at the next price of{' '}
            {open.length === 1 ? 'its market' : 'their markets'}, or when a closed market opens.
          </p>
        )}
        <LeavingNote copy={copy} />
        <PostForm action={back} formKey={formKey} inline at="main">
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="_intent" value="stop" />
          <SubmitWithBackLink tone="danger" back={{ text: 'Keep it', to: back }}>
            Stop copying
          </SubmitWithBackLink>
        </PostForm>
      </Stack>
    </StepDialog>
  );
}

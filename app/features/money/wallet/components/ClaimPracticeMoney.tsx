import { formatShortUsd } from '~/ledger/money';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Cluster } from '~/ui/layout/Layout';

/** Button that claims the practice money of paper mode (`offered`, cents) and returns to element `at` of the page `next`. */
export const ClaimPracticeMoney = (props: { offered: bigint; formKey: string; next: string; at?: string }) => (
  <PostForm action="/dashboard" formKey={props.formKey} at={props.at}>
    <input type="hidden" name="_next" value={props.next} />
    <Cluster>
      <Button name="_intent" value="practice" tone="primary">
        Get {formatShortUsd(props.offered)} of practice money
      </Button>
    </Cluster>
  </PostForm>
);

import { formatUsd } from '~/ledger/money';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Cluster } from '~/ui/layout/Layout';

/**
 * Takes the practice money of paper mode.
 * @param props.offered cents
 * @param props.next the page that it stands on, and leads back to
 * @param props.at the id of what it stands in
 * @param props.opens the page is locked until it is taken
 */
export const TakePracticeMoney = (props: {
  offered: bigint;
  formKey: string;
  next: string;
  at: string;
  opens?: boolean;
}) => (
  <PostForm action="/dashboard" formKey={props.formKey} at={props.at}>
    <input type="hidden" name="_next" value={props.next} />
    <Cluster>
      <Button name="_intent" value="practice" tone="primary">
        Get {formatUsd(props.offered)} of practice money{props.opens && ' and unlock'}
      </Button>
    </Cluster>
  </PostForm>
);

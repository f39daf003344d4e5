import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Card, Cluster } from '~/ui/layout/Layout';
import { Money } from '~/ui/tables/Data';
import type { BonusToClaim as Bonus } from '../queries.server';

/** A bonus that waits to be claimed, with the press that does it; the page of the ranks answers. */
export const BonusToClaim = ({ bonus: { id, name, amount }, formKey }: { bonus: Bonus; formKey: string }) => (
  <Card tone="accent" compact>
    <PostForm action="/ranking" formKey={formKey} at={id} inline>
      <input type="hidden" name="rank" value={id} />
      <Cluster spread>
        <span>
          You reached {name}: a bonus of <Money cents={amount} /> is yours.
        </span>
        <Button tone="primary" icon="ranking">
          Claim the {name} bonus
        </Button>
      </Cluster>
    </PostForm>
  </Card>
);

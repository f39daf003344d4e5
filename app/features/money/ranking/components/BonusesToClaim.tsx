import { Button, LinkButton } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Card, Cluster } from '~/ui/layout/Layout';
import { Money } from '~/ui/tables/Data';
import type { BonusToClaim as Bonus } from '../queries.server';

export function BonusesToClaim({ bonuses, formKey }: { bonuses: Bonus[]; formKey: string }) {
  const [first, ...others] = bonuses;
  if (!first) return null;
  if (others.length === 0) return <BonusToClaimRow bonus={first} formKey={formKey} />;
  const together = bonuses.reduce((sum, { amount }) => sum + amount, 0n);
  return (
    <Card tone="accent" compact>
      <Cluster spread>
        <span>
          {bonuses.length === 2 ? 'Two' : 'Three'} rank bonuses are yours: <Money cents={together} />.
        </span>
        <LinkButton to="/ranking" tone="primary" icon="ranking">
          Claim them in Ranking
        </LinkButton>
      </Cluster>
    </Card>
  );
}

const BonusToClaimRow = ({ bonus: { id, name, amount }, formKey }: { bonus: Bonus; formKey: string }) => (
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

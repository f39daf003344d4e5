import { LinkButton } from '~/ui/Button';
import { Card, Cluster } from '~/ui/Layout';

/** Everything that is kept about the user, to take along. */
export const OwnData = () => (
  <Card title="Your data" lead="Your profile and all your records as JSON, and your statement as a table.">
    <Cluster>
      <LinkButton to="/account.json" icon="deposit" document download>
        Download everything
      </LinkButton>
      <LinkButton to="/transactions.csv" icon="deposit" document download>
        Download the statement
      </LinkButton>
    </Cluster>
  </Card>
);

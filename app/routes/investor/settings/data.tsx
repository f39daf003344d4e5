import { SettingsPage } from '~/features/people/profile/components/SettingsPage';
import { pageTitle } from '~/platform/text/productName';
import { LinkButton } from '~/ui/Button';
import { Card, Cluster } from '~/ui/layout/Layout';
import { investor } from '~/web/guard/index.server';

export const meta = () => [{ title: pageTitle('Your data') }];

export const loader = investor.loader(async () => null);

export default function YourData() {
  return (
    <SettingsPage>
      <Card title="Download your data">
        <p>
          Everything that we store about you as one JSON file: profile, money, plans, copies, identity documents,
          notifications and sign-ins. Or your statement as a CSV file, for a spreadsheet.
        </p>
        <Cluster>
          <LinkButton to="/account.json" icon="deposit" document download>
            Everything (JSON)
          </LinkButton>
          <LinkButton to="/transactions.csv" icon="deposit" document download>
            Statement (CSV)
          </LinkButton>
        </Cluster>
      </Card>
    </SettingsPage>
  );
}

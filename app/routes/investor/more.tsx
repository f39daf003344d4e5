import { INVESTOR_MORE_MENU } from '~/features/site/shell/investorNav';
import { pageTitle } from '~/platform/text/productName';
import { Card, Grid, Page, PhoneOnly } from '~/ui/layout/Layout';
import { SignOut } from '~/ui/shell/Menus';
import { LinkRows } from '~/ui/tables/List';
import { investor } from '~/web/guard/index.server';

export const meta = () => [{ title: pageTitle('Menu') }];

export const loader = investor.loader(async () => null);

export default function More() {
  return (
    <Page title="Menu">
      <Grid cell="large">
        {INVESTOR_MORE_MENU.map(({ title, items }) => (
          <Card key={title} title={title}>
            <LinkRows items={items} />
          </Card>
        ))}
      </Grid>
      <PhoneOnly until="large">
        <SignOut action="/logout" />
      </PhoneOnly>
    </Page>
  );
}

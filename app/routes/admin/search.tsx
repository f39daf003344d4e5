import { Results } from '~/features/backoffice/search/components/Results';
import { search } from '~/features/backoffice/search/search.server';
import { pageTitle } from '~/platform/text/productName';
import { Button } from '~/ui/Button';
import { Field } from '~/ui/forms/Field';
import { GetForm } from '~/ui/forms/Form';
import { Link } from '~/ui/Link';
import { Page, PhoneOnly } from '~/ui/layout/Layout';
import { Empty } from '~/ui/tables/Data';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Search') }];

export const loader = admin.loader('everyone', async ({ administrator, url }) => {
  const q = (url.searchParams.get('q') ?? '').slice(0, 200);
  const only = url.searchParams.get('kind');
  return { q, only, found: await search(administrator, q, only) };
});

export default function Search() {
  const { q, only, found } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Search"
      lead={
        q
          ? `Matches for “${q}” in all that your role can see.`
          : 'A name in any order, an email address, an amount, a transaction, a wallet, a payment reference or an ID, in all that your role can see.'
      }
    >
      {/* Wide screens have the search field in the header. */}
      <PhoneOnly until="large">
        <GetForm key={q} inline action="/admin/search">
          <Field label="Search for" name="q" type="search" defaultValue={q} autoComplete="off" maxLength={200} />
          <Button icon="search">Search</Button>
        </GetForm>
      </PhoneOnly>
      {found?.length === 0 && (
        <Empty>
          Nothing matches “{q}”. An amount must match to the cent, and a code or an ID in all of its characters.
        </Empty>
      )}
      {only && q && <Link to={`/admin/search?q=${encodeURIComponent(q)}`}>All kinds</Link>}
      {found && <Results found={found} only={only} q={q} />}
    </Page>
  );
}

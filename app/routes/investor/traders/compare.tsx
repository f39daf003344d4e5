import { ComparedNames, CompareTraders } from '~/features/traders/components/list/CompareTraders';
import { RiskWarning } from '~/features/traders/components/record/Figures';
import { tradersToCompare } from '~/features/traders/list/queries.server';
import { LinkButton } from '~/ui/Button';
import { Page } from '~/ui/layout/Layout';
import { Empty } from '~/ui/tables/Data';
import { investor } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: 'Compare traders · Mirrorbook' }];

/** Traders that fit beside each other on a phone. */
const MOST = 3;

export const loader = investor.loader(async ({ url }) => {
  const asked = [...new Set(url.searchParams.getAll('with'))];
  return { traders: await tradersToCompare(asked.slice(0, MOST)), left: Math.max(0, asked.length - MOST) };
});

export default function Compare() {
  const { traders, left } = useLoaderData<typeof loader>();
  return (
    <Page title="Compare traders" actions={<LinkButton to="/traders">All traders</LinkButton>}>
      {traders.length < 2 ? (
        <Empty action={<LinkButton to="/traders">All traders</LinkButton>}>
          Tick “Compare” on two or three traders, then press Compare.
        </Empty>
      ) : (
        <>
          {left > 0 && <p>Three fit side by side; {left} more were left out.</p>}
          <ComparedNames traders={traders} />
          <CompareTraders traders={traders} />
          <RiskWarning />
        </>
      )}
    </Page>
  );
}

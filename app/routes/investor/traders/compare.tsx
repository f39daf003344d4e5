import { ComparedNames, CompareTraders } from '~/features/traders/components/list/CompareTraders';
import { RiskWarning } from '~/features/traders/components/record/Figures';
import { type ListedTrader, tradersToCompare } from '~/features/traders/list/queries.server';
import { LinkButton } from '~/ui/Button';
import { Page } from '~/ui/layout/Layout';
import { Empty } from '~/ui/tables/Data';
import { investor } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: 'Compare traders · Mirrorbook' }];

/** Traders that fit beside each other on a phone. */
const MOST = 3;

export type ComparePage = { traders: ListedTrader[]; left: number };

/** Whom an address sets side by side, by id, and how many more it names than fit. */
export function toCompare(query: URLSearchParams): { asked: string[]; left: number } {
  const asked = [...new Set(query.getAll('with'))];
  return { asked: asked.slice(0, MOST), left: Math.max(0, asked.length - MOST) };
}

export const loader = investor.loader(async ({ url }): Promise<ComparePage> => {
  const { asked, left } = toCompare(url.searchParams);
  return { traders: await tradersToCompare(asked), left };
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

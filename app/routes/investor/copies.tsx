import { CopiesTable, CopiesTogether } from '~/features/copying/copy/components/CopiesTable';
import { ResultsTable } from '~/features/copying/copy/components/ResultsTable';
import { findCopies, toListedCopy } from '~/features/copying/copy/queries.server';
import { loadCopyResultsPage } from '~/features/copying/copy/results.server';
import { SilentPrices } from '~/features/copying/quotes/components/SilentPrices';
import { findSourceSilenceStart } from '~/features/copying/quotes/silentSource.server';
import { FreezeGuard } from '~/features/site/shell/UnlessFrozen';
import { COPY_RESULTS_ON_A_PAGE } from '~/platform/pageSizes';
import { LinkButton } from '~/ui/Button';
import { Link } from '~/ui/Link';
import { Disclosure } from '~/ui/layout/Disclosure';
import { Card, Page } from '~/ui/layout/Layout';
import { Empty, Pager } from '~/ui/tables/Data';
import { investor } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const loader = investor.loader(async ({ user, url }) => ({
  firstName: user.firstName,
  copies: (await findCopies(user.id)).map(toListedCopy),
  silent: await findSourceSilenceStart(),
  ...(await loadCopyResultsPage(user.id, Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1))),
}));

export default function CopyTrading() {
  const { firstName, copies, silent, results, page, pages } = useLoaderData<typeof loader>();
  const live = copies.filter((copy) => copy.live);
  const stopped = copies.filter((copy) => !copy.live);
  return (
    <Page
      title="My copies"
      lead={`Hi, ${firstName}`}
      actions={live.length > 0 && <LinkButton to="/traders">Find traders</LinkButton>}
    >
      <FreezeGuard part="copying" title="You can’t start or resume a copy, or add money to one, now" />
      <SilentPrices since={silent} />
      {live.length > 0 ? (
        <CopiesTogether copies={live}>
          <CopiesTable copies={live} caption="Running copies" />
        </CopiesTogether>
      ) : (
        <Empty
          action={
            <LinkButton to="/traders" tone="primary">
              Find traders
            </LinkButton>
          }
        >
          You have no running copy. Choose a trader, and your copy mirrors each trade.
        </Empty>
      )}
      {stopped.length > 0 && (
        <Disclosure summary={`Stopped copies (${stopped.length})`}>
          <CopiesTable copies={stopped} caption="Stopped copies" />
        </Disclosure>
      )}
      <Card
        title="Trades"
        lead="Each row is one closing, before the cost of holding. A copy’s page shows whole trades."
      >
        <ResultsTable
          caption="Trades of your copies, newest first"
          results={results}
          atMost={COPY_RESULTS_ON_A_PAGE}
          empty={
            <>
              No trade of your copies has closed yet. Each one is listed here once it closes.{' '}
              {copies.length === 0 && <Link to="/fundwallet">Make a deposit</Link>}
            </>
          }
        />
        <Pager page={page} pages={pages} href={(to) => `/usercopytrade?page=${to}`} />
      </Card>
    </Page>
  );
}

import { AmountDialog } from '~/features/copying/copy/components/AmountDialog';
import { CopyCard } from '~/features/copying/copy/components/CopyCard';
import { CopiesTogether } from '~/features/copying/copy/components/CopyRows';
import { ResultsTable } from '~/features/copying/copy/components/ResultsTable';
import { StopDialog } from '~/features/copying/copy/components/StopDialog';
import { copiesOf } from '~/features/copying/copy/queries.server';
import { copyResultsPage } from '~/features/copying/copy/results.server';
import { SilentPrices } from '~/features/copying/quotes/components/SilentPrices';
import { silentSince } from '~/features/copying/quotes/silentSource.server';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { UnlessFrozen } from '~/features/site/shell/UnlessFrozen';
import { balancesAndTotalsOf } from '~/ledger/reading/userTotals.server';
import { bpsOfParts } from '~/platform/text/percentParts';
import { pageTitle } from '~/platform/text/productName';
import { COPY_ACTIONS, COPY_FORMS } from '~/routes/investor/copies.form.server';
import { LinkButton } from '~/ui/Button';
import { MirrorMark } from '~/ui/charts/MirrorMark';
import { Link } from '~/ui/Link';
import { Disclosure } from '~/ui/layout/Disclosure';
import { Page, Records, Section } from '~/ui/layout/Layout';
import { Empty, Pager } from '~/ui/tables/Data';
import { investor } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('My copies') }];

export const loader = investor.loader(async ({ user, url }) => {
  const query = url.searchParams;
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
  const copies = (await copiesOf(user.id)).map((copy) => ({
    ...copy,
    shareKey: COPY_FORMS['agree-share'].key(user.id),
  }));
  const { available } = (await balancesAndTotalsOf(user.id)).balances;
  const what = (['top-up', 'reduce', 'stop'] as const).find((each) => each === query.get('do'));
  const chosen = copies.find(({ id, live }) => live && id === query.get('copy'));
  const step = chosen && what ? { what, copy: chosen, available, formKey: COPY_FORMS[what].key(user.id) } : null;
  return {
    firstName: user.firstName,
    copies,
    step,
    silent: await silentSince(),
    ...(await copyResultsPage(user.id, page)),
  };
});

export const action = investor.actions(COPY_ACTIONS);

/** Copies that a wide screen shows with all their facts; of more, each is two lines that unfold, so that they can be overlooked. */
const MOST_UNFOLDED = 6;

export default function CopyTrading() {
  const { firstName, copies, step, silent, results, page, pages } = useLoaderData<typeof loader>();
  const live = copies.filter((copy) => copy.live);
  const stopped = copies.filter((copy) => !copy.live);
  const parts = bpsOfParts(live.map(({ equity }) => (equity > 0n ? equity : 0n)));
  const cards = (some: typeof copies) => (
    <Records cell="large" atMost={some.length > MOST_UNFOLDED ? undefined : MOST_UNFOLDED}>
      {some.map((copy) => (
        <CopyCard
          key={copy.id}
          copy={copy}
          bps={parts[live.indexOf(copy)]}
          open={some.length === 1}
          folds={some.length > MOST_UNFOLDED}
        />
      ))}
    </Records>
  );
  return (
    <Page
      title="My copies"
      lead={`Hi, ${firstName}. This is how your copies stand, and what their trades brought.`}
      actions={live.length > 0 && <LinkButton to="/traders">Find traders</LinkButton>}
    >
      {!step && <ActionProblem />}
      <UnlessFrozen part="copying" title="You can’t start or resume a copy, or add money to one, now" />
      <SilentPrices since={silent} />
      <Section title="Running copies">
        {live.length > 0 ? (
          <>
            <CopiesTogether copies={live} />
            {cards(live)}
          </>
        ) : (
          <Empty
            action={
              <LinkButton to="/traders" tone="primary">
                Find traders
              </LinkButton>
            }
          >
            <MirrorMark />
            You have no running copy. Choose a trader, and your copy mirrors each trade.
          </Empty>
        )}
        {stopped.length > 0 && <Disclosure summary={`Stopped copies (${stopped.length})`}>{cards(stopped)}</Disclosure>}
      </Section>
      <Section title="Trades">
        <ResultsTable
          caption="Trades taken by your traders, newest first"
          results={results}
          empty={
            <>
              No trade of your copies has closed yet. Each one is listed here once it closes.{' '}
              {copies.length === 0 && <Link to="/fundwallet">Make a deposit</Link>}
            </>
          }
        />
        <Pager page={page} pages={pages} href={(to) => `/usercopytrade?page=${to}`} />
      </Section>
      {step && <StepOf key={step.what + step.copy.id} step={step} />}
    </Page>
  );
}

type Step = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['step']>;

const StepOf = ({ step: { what, ...step } }: { step: Step }) =>
  what === 'stop' ? <StopDialog {...step} /> : <AmountDialog {...step} what={what} />;

import { readBookDays } from '~/features/money/books/bookDays.server';
import { type BookLine, readBooks } from '~/features/money/books/books.server';
import { checkBooks, findLastCheck } from '~/features/money/books/checkBooks.server';
import { CHANGES_CHECK_INTERVAL_MS, findLastChangesCheck } from '~/features/money/books/checkChanges.server';
import { AuditFindings } from '~/features/money/books/components/AuditFindings';
import { BooksCharts } from '~/features/money/books/components/BooksCharts';
import { ReserveDialog } from '~/features/money/books/components/ReserveDialog';
import { May } from '~/features/people/staff/components/May';
import { bookLineTitle } from '~/ledger/chartOfAccounts';
import { MINUTE } from '~/platform/durations';
import { formatCount } from '~/platform/text/figure';
import { parseReserveStep, reserveForm } from '~/routes/admin/books.form.server';
import { hasRight } from '~/signIns/rights';
import { Button, LinkButton } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Card, Grid, Page, Section } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { DefinitionList, Money, Time } from '~/ui/tables/Data';
import { redirectWithToast, type ToastMessage } from '~/web/cookies/toast.server';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const loader = admin.loader('books:read', async ({ administrator, url }) => {
  const step = hasRight(administrator, 'reserves:change') ? parseReserveStep(url.searchParams) : null;
  const shown = url.searchParams.get('days') === '90' ? 90 : 30;
  const series = { ...(await readBookDays(shown)), shown };
  return {
    books: await readBooks(),
    series,
    check: await findLastCheck(),
    changes: await findLastChangesCheck(),
    changesEvery: formatCount(CHANGES_CHECK_INTERVAL_MS / MINUTE, 'minute'),
    step: step && { at: step, formKey: reserveForm.key(administrator.id, step) },
  };
});

export const action = admin.actions(
  { check: 'books:check', fund: 'reserves:change', 'take-back': 'reserves:change', shift: 'reserves:change' },
  {
    check: async () => {
      const found = await checkBooks().then(
        ({ findings }) => findings.length,
        () => null,
      );
      return await redirectWithToast('/admin/books', createToast(found));
    },
    fund: reserveForm.action(() => 'fund'),
    'take-back': reserveForm.action(() => 'take-back'),
    shift: reserveForm.action(() => 'shift'),
  },
);

function createToast(found: number | null): ToastMessage {
  if (found === 0) return { tone: 'success', text: 'No problems found' };
  return { tone: 'danger', text: found === null ? 'The books could not be checked' : `${found} findings` };
}

export default function BooksPage() {
  const { books, step, series, check, changes, changesEvery } = useLoaderData<typeof loader>();
  const { assets, liabilities, equity } = books.totals;
  const isBalanced = assets === liabilities + equity;
  // Failed checks come first.
  const audit = (
    <Section
      id="audit"
      title="Audit"
      lead={
        <>
          All entries are checked against every rule once a day and on request; changes every {changesEvery}
          {changes && <LastTime at={changes.checkedAt} />}.
        </>
      }
      actions={
        <May right="books:check">
          <PostForm action="/admin/books" at="audit" inline>
            <Button name="_intent" value="check" icon="audit">
              Check now
            </Button>
          </PostForm>
        </May>
      }
    >
      {check ? <AuditFindings report={check} /> : <p>The books have not been checked yet.</p>}
    </Section>
  );
  return (
    <Page
      title="Books"
      actions={
        <>
          <LinkButton to="/admin/books/months">Months</LinkButton>
          <May right="reserves:change">
            <LinkButton to="/admin/books?do=fund">Fund a reserve</LinkButton>
            <LinkButton to="/admin/books?do=take-back">Reduce a reserve</LinkButton>
            <LinkButton to="/admin/books?do=shift">Move between reserves</LinkButton>
          </May>
        </>
      }
    >
      {step && <ReserveDialog key={step.at} step={step.at} formKey={step.formKey} />}
      {Boolean(check?.found) && audit}
      <Notice
        tone={isBalanced ? 'success' : 'danger'}
        title={isBalanced ? 'The books balance' : 'The books do not balance'}
      >
        Assets of <Money cents={assets} /> {isBalanced ? 'equal' : 'do not equal'} liabilities of{' '}
        <Money cents={liabilities} /> plus equity of <Money cents={equity} />.
      </Notice>
      <Grid>
        <BookLines title="Assets" lines={books.assets} total={assets} />
        <BookLines title="Liabilities" lines={books.liabilities} total={liabilities} />
        <BookLines title="Equity" lines={books.equity} total={equity} />
      </Grid>
      {!check?.found && audit}
      <BooksCharts {...series} />
    </Page>
  );
}

const LastTime = ({ at }: { at: Date }) => (
  <>
    , last <Time at={at} />
  </>
);

function BookLines({ title, lines, total }: { title: string; lines: BookLine[]; total: bigint }) {
  return (
    <Card
      title={title}
      actions={
        <strong>
          <Money cents={total} />
        </strong>
      }
    >
      <DefinitionList
        items={lines.map(({ name, cents }) => ({ term: bookLineTitle(name), detail: <Money cents={cents} /> }))}
      />
    </Card>
  );
}

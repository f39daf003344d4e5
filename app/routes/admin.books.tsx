import { data } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { actOnReserve, reserveStep } from '~/features/admin/actOnReserve.server';
import { type BookLine, booksNow } from '~/features/admin/books.server';
import { AuditFindings } from '~/features/admin/components/AuditFindings';
import { ReserveDialog } from '~/features/admin/components/ReserveDialog';
import { confirming } from '~/features/twofactor/confirmFresh.server';
import { audit } from '~/ledger/audit.server';
import { admin } from '~/platform/guard/index.server';
import { newKey } from '~/platform/idempotency.server';
import { Button, LinkButton } from '~/ui/Button';
import { DefinitionList, Money } from '~/ui/Data';
import { PostForm } from '~/ui/Form';
import { Card, Grid, Page, Section } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';

export const meta = () => [{ title: 'Books · Mirrorbook' }];

export const loader = admin.loader(async ({ administrator, url }) => {
  const step = reserveStep(url.searchParams);
  return { books: await booksNow(), step: step && { at: step, moneyKey: newKey(administrator.id, `reserve:${step}`) } };
});

export const action = admin.action(async ({ form, ...context }) => {
  // Reads everything and writes nothing; a post, so that no crawler or prefetch sets it off.
  if (form.get('_do') === 'check') return data({ report: await audit() });
  const { administrator, url } = context;
  return await actOnReserve({ administrator, query: url.searchParams, confirm: confirming(context) }, form);
});

export default function BooksPage() {
  const { books, step } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { custody, liabilities, equity } = books.totals;
  return (
    <Page
      title="Books"
      actions={
        <>
          <LinkButton to="/admin/books?do=fund">Fund a reserve</LinkButton>
          <LinkButton to="/admin/books?do=take-back">Take back</LinkButton>
          <LinkButton to="/admin/books?do=shift">Move between reserves</LinkButton>
        </>
      }
    >
      {step && <ReserveDialog key={step.at} step={step.at} moneyKey={step.moneyKey} />}
      <Notice tone={custody === liabilities + equity ? 'success' : 'danger'} title="Custody = liabilities + equity">
        <Money cents={custody} /> {custody === liabilities + equity ? '=' : 'is not'} <Money cents={liabilities} /> +{' '}
        <Money cents={equity} />
      </Notice>
      <Grid>
        <Lines title="Custody" lines={books.custody} total={custody} />
        <Lines title="Liabilities" lines={books.liabilities} total={liabilities} />
        <Lines title="Equity" lines={books.equity} total={equity} />
      </Grid>
      <Section
        title="Audit"
        lead="Every invariant of the ledger, checked now; the same as npm run audit."
        actions={
          <PostForm action="/admin/books" inline>
            <Button name="_do" value="check" icon="audit">
              Check now
            </Button>
          </PostForm>
        }
      >
        {answer && 'report' in answer && answer.report && <AuditFindings report={answer.report} />}
      </Section>
    </Page>
  );
}

function Lines({ title, lines, total }: { title: string; lines: BookLine[]; total: bigint }) {
  return (
    <Card title={title}>
      <DefinitionList
        items={[...lines, { name: 'Together', cents: total }].map(({ name, cents }) => ({
          term: name,
          detail: <Money cents={cents} />,
        }))}
      />
    </Card>
  );
}

import { GiveKeyDialog } from '~/features/copying/signals/components/GiveKeyDialog';
import { listSignalTraders, loadSignalsPage } from '~/features/copying/signals/queries.server';
import { May } from '~/features/people/staff/components/May';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { createPageLinks } from '~/platform/db/paging';
import { capitalise } from '~/platform/text/capitalised';
import { SIGNAL_ACTIONS, signalKeyOperation } from '~/routes/admin/signals.form.server';
import { hasRight } from '~/signIns/rights';
import { Button, LinkButton } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Cluster, Page, Section } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Code, Id, Muted, NoWrap, Small, VisuallyHidden, WrappedText } from '~/ui/Text';
import { CursorPager, Money, StatusBadge, Time } from '~/ui/tables/Data';
import { InColumn, Table } from '~/ui/tables/Table';
import { admin } from '~/web/guard/index.server';
import { issueKey } from '~/web/idempotency.server';
import { useActionData, useLoaderData, useLocation } from '~/web/router';

export const loader = admin.loader('traders:read', async ({ administrator, url }) => {
  const traders = await listSignalTraders();
  const input = url.searchParams.get('key');
  const chosen = hasRight(administrator, 'traders:change')
    ? traders.find(({ id, noKeyBecause }) => id === input && !noKeyBecause)
    : undefined;
  const giving = chosen ? { ...chosen, formKey: issueKey(administrator.id, signalKeyOperation(chosen.id)) } : null;
  const page = await loadSignalsPage(url.searchParams);
  return { traders: traders.filter(({ noKeyBecause }) => !noKeyBecause), of: traders.length, giving, ...page };
});

export const action = admin.actions('traders:change', SIGNAL_ACTIONS);

export default function Signals() {
  const { traders, of, giving, rows, ...ways } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const answer = useActionData() as { issued?: { key: string; toast: string } } | undefined;
  return (
    <Page title="Signals" lead="Traders whose programs trade, and the signals they sent.">
      {answer?.issued ? (
        <Notice tone="success" title={answer.issued.toast}>
          Copy the key now. It is not shown again: <Code>{answer.issued.key}</Code>
        </Notice>
      ) : (
        giving && <GiveKeyDialog {...giving} />
      )}
      {!giving && <ActionProblem />}
      <Section
        title="Keys"
        lead={
          of > traders.length &&
          'Traders whose entered results are copied, or whose capital is not recorded, can’t have a key and are not listed.'
        }
      >
        <Table
          rows={traders}
          rowKey={({ id }) => id}
          anchored
          caption="Traders and their keys"
          empty="No trader can have a key yet."
          dense
          columns={[
            {
              header: 'Trader',
              // The page belongs to another frame, so it is opened as a document.
              cell: ({ id, name, signals }) => (
                <>
                  <NoWrap>
                    <a href={`/traders/${id}`}>{name}</a>
                  </NoWrap>
                  <InColumn>
                    <Small>{resultSourceText(signals)}</Small>
                  </InColumn>
                </>
              ),
            },
            { header: 'Results', slim: true, cell: ({ signals }) => resultSourceText(signals) },
            {
              header: 'Own equity',
              folded: true,
              align: 'end',
              cell: ({ stake }) =>
                stake ? (
                  <>
                    <Money cents={stake.own} />
                    {stake.needed > 0n && (
                      <span className="block">
                        <Small>
                          {stake.enough ? 'copies need' : 'too little: copies need'} <Money cents={stake.needed} />
                        </Small>
                      </span>
                    )}
                  </>
                ) : (
                  <Muted>none yet</Muted>
                ),
            },
            {
              header: 'Key',
              cell: ({ keySince }) =>
                keySince ? (
                  <NoWrap>
                    Active since <Time at={keySince} dateOnly />
                  </NoWrap>
                ) : (
                  <Muted>
                    <NoWrap>no key</NoWrap>
                  </Muted>
                ),
            },
            {
              header: 'Action',
              folded: true,
              cell: (row) => <KeyButtons {...row} />,
            },
          ]}
        />
      </Section>
      <Section title="Received">
        <Table
          rows={rows}
          rowKey={({ id }) => id}
          caption="Signals, newest first"
          empty="No signals have arrived yet."
          dense
          columns={[
            {
              header: 'Signal',
              cell: ({ asked: { action, size, percent }, symbol }) => (
                <WrappedText>
                  {capitalise([action, size ?? (percent && `${percent}%`), symbol].filter(Boolean).join(' '))}
                </WrappedText>
              ),
            },
            { header: 'When', cell: ({ receivedAt }) => <Time at={receivedAt} /> },
            { header: 'Trader', cell: ({ trader }) => <NoWrap>{trader}</NoWrap> },
            // Shown at the end of the first line on a phone.
            { header: 'Is', align: 'end', slim: true, cell: ({ status }) => <StatusBadge status={status} /> },
            { header: 'State', spare: true, cell: ({ status }) => <StatusBadge status={status} /> },
            {
              header: 'Outcome',
              folded: true,
              cell: ({ message, reference }) => (
                <>
                  {message}
                  <div>
                    <Small>
                      The program calls it <Id>{reference}</Id>
                    </Small>
                  </div>
                </>
              ),
            },
          ]}
        />
        <CursorPager {...createPageLinks(search, ways)} />
      </Section>
    </Page>
  );
}

const resultSourceText = (signals: boolean): string => (signals ? 'From signals' : 'Entered by management');

function KeyButtons({ id, name, keySince }: { id: string; name: string; keySince: Date | null }) {
  return (
    <May right="traders:change">
      <Cluster>
        <LinkButton to={`/admin/signals?key=${id}`} tone="quiet">
          {keySince ? 'Replace key' : 'Give a key'}
          <VisuallyHidden> of {name}</VisuallyHidden>
        </LinkButton>
        {keySince && <RevokeForm trader={id} name={name} />}
      </Cluster>
    </May>
  );
}

function RevokeForm({ trader, name }: { trader: string; name: string }) {
  return (
    <PostForm at={trader}>
      <input type="hidden" name="trader" value={trader} />
      <Button name="_intent" value="revoke-key" tone="danger">
        Revoke key
        <VisuallyHidden> of {name}</VisuallyHidden>
      </Button>
    </PostForm>
  );
}

import { ChangeHistory } from '~/features/backoffice/auditLog/components/ChangeHistory';
import { withNames } from '~/features/backoffice/auditLog/logs.server';
import { DeclaredFigures } from '~/features/copying/traders/components/record/DeclaredFigures';
import { formatCopiers, formatShare, RecordReturn } from '~/features/copying/traders/components/record/Figures';
import { RetireDialog, TraderActions } from '~/features/copying/traders/components/TraderActions';
import { TraderForm } from '~/features/copying/traders/components/TraderForm';
import { getHeadline } from '~/features/copying/traders/list/headline';
import { type ListedTrader, listTraders, loadListedTrader } from '~/features/copying/traders/list/queries.server';
import { listLabels } from '~/features/copying/traders/sources';
import { getTraderName } from '~/features/copying/traders/traderName';
import { May, MayLink } from '~/features/people/staff/components/May';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { read } from '~/platform/db/index.server';
import { findTimeline } from '~/platform/events/index.server';
import { capitalise } from '~/platform/text/capitalised';
import { TRADER_ACTIONS, TRADER_FORMS } from '~/routes/admin/traders.form.server';
import { hasRight } from '~/signIns/rights';
import { Button, LinkButton } from '~/ui/Button';
import { Field } from '~/ui/forms/Field';
import { GetForm } from '~/ui/forms/Form';
import { Page, WithPicture } from '~/ui/layout/Layout';
import { PersonPicture } from '~/ui/pictures/PersonPicture';
import { NoWrap, Small } from '~/ui/Text';
import { Money, Pager, StatusBadge } from '~/ui/tables/Data';
import { InRow, Table } from '~/ui/tables/Table';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const loader = admin.loader('traders:read', async ({ administrator, url }) => {
  const query = url.searchParams;
  const search = (query.get('search') ?? '').slice(0, 100);
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
  const list = await listTraders({ search, page });
  const changes = hasRight(administrator, 'traders:change');
  const retiring =
    list.traders.find(({ id, status }) => changes && id === query.get('retire') && status !== 'retired') ?? null;
  const createKey = changes && query.has('new') ? TRADER_FORMS.create.key(administrator.id) : null;
  const edited = changes ? await loadListedTrader(query.get('edit') ?? '') : null;
  const happened = edited ? await findTimeline(read(), 'trader', edited.id) : [];
  const keyFor = (intent: 'edit' | 'retire', row: { id: string } | null) =>
    row ? TRADER_FORMS[intent].key(administrator.id, row.id) : '';
  const keys = { edit: keyFor('edit', edited), retire: keyFor('retire', retiring) };
  return { ...list, search, retiring, createKey, edited, keys, history: await withNames(happened) };
});

export const action = admin.actions('traders:change', TRADER_ACTIONS);

export default function Traders() {
  const { traders, total, page, pages, search, retiring, createKey, edited, keys, history } =
    useLoaderData<typeof loader>();
  const actions = (
    <>
      <LinkButton to={`/admin/traders.csv?search=${encodeURIComponent(search)}`} document download>
        Download as CSV
      </LinkButton>
      <May right="traders:change">
        <LinkButton to="/admin/traders?new=1" tone="primary" icon="plus">
          Create trader
        </LinkButton>
      </May>
    </>
  );
  return (
    <Page title="Traders" lead={`${total} found`} actions={actions}>
      {!createKey && !edited && <ActionProblem />}
      <GetForm inline action="/admin/traders" role="search" key={search}>
        <Field label="First or last name" name="search" type="search" defaultValue={search} />
        <Button icon="search">Search</Button>
      </GetForm>
      <Table
        caption="Traders"
        rows={traders}
        rowKey={({ id }) => id}
        anchored
        dense
        empty={search ? 'No trader’s name contains this.' : 'There are no traders yet.'}
        columns={[
          {
            header: 'Trader',
            cell: (trader) => (
              <WithPicture
                picture={
                  <PersonPicture
                    name={getTraderName(trader)}
                    src={trader.picture && `/files/${trader.picture}`}
                    size="small"
                  />
                }
              >
                <TraderLink trader={trader} />
                <div>
                  <Small>{describeTrader(trader)}</Small>
                </div>
                {trader.status !== 'open' && (
                  <InRow>
                    <StatusBadge status={trader.status} />
                  </InRow>
                )}
              </WithPicture>
            ),
          },
          { header: 'State', folded: true, cell: ({ status }) => <StatusBadge status={status} /> },
          {
            header: 'Return and copiers',
            align: 'end',
            slim: true,
            cell: ({ record, followers }) => (
              <>
                <RecordReturn bps={getHeadline(record).bps} />
                <div>
                  <Small>{formatCopiers(followers)}</Small>
                </div>
              </>
            ),
          },
          {
            header: 'Return',
            align: 'end',
            spare: true,
            cell: ({ record }) => {
              const { bps, periodLabel } = getHeadline(record);
              return (
                <>
                  <RecordReturn bps={bps} />
                  {bps !== null && (
                    <div>
                      <Small>{periodLabel}</Small>
                    </div>
                  )}
                </>
              );
            },
          },
          {
            header: 'Minimum',
            align: 'end',
            folded: true,
            cell: ({ minimumCapital }) => <Money cents={minimumCapital} />,
          },
          {
            header: 'Capital',
            folded: true,
            align: 'end',
            cell: ({ capital }) => (capital === null ? 'not recorded' : <Money cents={capital} />),
          },
          { header: 'Closed trades', align: 'end', folded: true, cell: ({ figures }) => figures.closed },
          {
            header: 'Win rate',
            align: 'end',
            folded: true,
            cell: ({ figures }) => <NoWrap>{formatShare(figures.winRateBps)}</NoWrap>,
          },
          { header: 'Copiers', align: 'end', folded: true, cell: ({ followers }) => followers },
          {
            header: 'Action',
            folded: true,
            cell: (trader) => (
              <May right="traders:change">
                <TraderActions {...trader} name={getTraderName(trader)} />
              </May>
            ),
          },
        ]}
      />
      <Pager
        page={page}
        pages={pages}
        href={(to) => `/admin/traders?search=${encodeURIComponent(search)}&page=${to}`}
      />
      {createKey && <TraderForm formKey={createKey} />}
      {edited && (
        <TraderForm key={edited.id} trader={edited} formKey={keys.edit}>
          <DeclaredFigures trader={edited} />
          <ChangeHistory events={history} />
        </TraderForm>
      )}
      {retiring && <RetireDialog {...retiring} name={getTraderName(retiring)} formKey={keys.retire} />}
    </Page>
  );
}

/** Returns the source of a trader's results, and the trader's country. */
const describeTrader = (trader: ListedTrader): string =>
  capitalise([...listLabels(trader), trader.nationality].join(', '));

const TraderLink = ({ trader }: { trader: ListedTrader }) =>
  trader.ownerUserId ? (
    <MayLink right="users:read" to={`/admin/users/${trader.ownerUserId}`}>
      {getTraderName(trader)}
    </MayLink>
  ) : (
    // The page belongs to another frame, so it is opened as a document.
    <a href={`/traders/${trader.id}`}>{getTraderName(trader)}</a>
  );

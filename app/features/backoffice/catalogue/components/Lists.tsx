import { planTitle } from '~/features/money/components';
import { May, useMay } from '~/features/people/components';
import { formatBps } from '~/ledger/money';
import { capitalise } from '~/platform/text/capitalised';
import { LinkButton } from '~/ui/Button';
import { Link } from '~/ui/Link';
import { FoldedPart } from '~/ui/layout/Fold';
import { Card, Cluster, Grid } from '~/ui/layout/Layout';
import { CoinMark } from '~/ui/pictures/CoinBadge';
import { Code, VisuallyHidden } from '~/ui/Text';
import { Badge, DefinitionList, Money } from '~/ui/tables/Data';
import { type Column, Table } from '~/ui/tables/Table';
import { type CatalogueKind, ENTRY_RIGHTS, KIND_NAMES } from '../kinds';
import type { loadCatalogue } from '../queries.server';
import { formatRate, RATE_GROUPS } from '../rates';

const MAX_LISTED_ROWS = 10;

type Catalogue = Awaited<ReturnType<typeof loadCatalogue>>;

export const Plans = ({ plans }: Pick<Catalogue, 'plans'>) => (
  <FoldedPart title={`Plans (${plans.length})`} lead="Existing investments keep their terms.">
    <AddLink kind="plan" />
    <Table
      caption="Plans"
      rows={plans}
      dense
      leads
      atMost={MAX_LISTED_ROWS}
      rowKey={({ id }) => id}
      columns={[
        {
          header: 'Plan',
          cell: ({ id, name, enabled }) => (
            <Cluster>
              <EntryLink kind="plan" code={id}>
                {planTitle(name)}
              </EntryLink>
              {!enabled && <Off />}
            </Cluster>
          ),
        },
        { header: 'Minimum', align: 'end', cell: ({ minimum }) => <Money cents={minimum} /> },
        { header: 'Maximum', align: 'end', folded: true, cell: ({ maximum }) => <Money cents={maximum} /> },
        { header: 'Daily', align: 'end', cell: ({ dailyBps }) => formatBps(dailyBps) },
        { header: 'Days', align: 'end', folded: true, cell: ({ days }) => days },
      ]}
    />
  </FoldedPart>
);

export const DepositMethods = ({ depositMethods }: Pick<Catalogue, 'depositMethods'>) => (
  <Methods
    title="Deposit methods"
    kind="deposit-method"
    rows={depositMethods}
    term={{ header: 'Address', folded: true, cell: ({ address }) => (address ? <Code>{address}</Code> : 'None') }}
  />
);

export const WithdrawalMethods = ({ withdrawalMethods }: Pick<Catalogue, 'withdrawalMethods'>) => (
  <Methods
    title="Withdrawal methods"
    kind="withdrawal-method"
    rows={withdrawalMethods}
    term={{
      header: 'Charge',
      align: 'end',
      folded: true,
      cell: ({ fee }) => (fee === 0n ? 'None' : <Money cents={fee} />),
    }}
  />
);

type Method = Pick<
  Catalogue['depositMethods'][number],
  'code' | 'name' | 'icon' | 'coin' | 'networkName' | 'minimum' | 'enabled'
>;

/** Table of deposit or withdrawal methods. `term` is a column that only methods of this kind have. */
const Methods = <M extends Method>(props: { title: string; kind: CatalogueKind; rows: M[]; term: Column<M> }) => (
  <FoldedPart title={`${props.title} (${props.rows.length})`}>
    <AddLink kind={props.kind} />
    <Table
      caption={props.title}
      rows={props.rows}
      dense
      leads
      atMost={MAX_LISTED_ROWS}
      rowKey={({ code }) => code}
      columns={[
        {
          header: 'Method',
          cell: ({ code, name, icon, coin, enabled }) => (
            <Cluster>
              <CoinMark icon={icon} coin={coin} />
              <EntryLink kind={props.kind} code={code}>
                {name}
              </EntryLink>
              {!enabled && <Off />}
            </Cluster>
          ),
        },
        { header: 'Network', cell: ({ networkName }) => networkName },
        { header: 'Minimum', align: 'end', cell: ({ minimum }) => <Money cents={minimum} /> },
        props.term,
      ]}
    />
  </FoldedPart>
);

export const Rates = ({ rates }: Pick<Catalogue, 'rates'>) => (
  <FoldedPart title={`Rates, bonuses and limits (${rates.length})`} lead="Bonuses are paid out of the free reserve.">
    <Grid>
      {Object.entries(RATE_GROUPS).map(([group, title]) => (
        <Card key={group} title={title} compact>
          <DefinitionList
            items={rates
              .filter((rate) => rate.group === group)
              .map((rate) => ({
                term: (
                  <EntryLink kind="rate" code={rate.key}>
                    {rate.brief ?? rate.name}
                  </EntryLink>
                ),
                detail: capitalise(formatRate(rate, rate.value)),
              }))}
          />
        </Card>
      ))}
    </Grid>
  </FoldedPart>
);

/** Mark of an entry that is not offered. */
const Off = () => <Badge icon="dash">Off</Badge>;

const AddLink = ({ kind }: { kind: CatalogueKind }) => (
  <May right={ENTRY_RIGHTS[kind]}>
    <div className="part-act">
      <LinkButton to={`/admin/catalogue?add=${kind}`} icon="plus">
        Add a {KIND_NAMES[kind]}
      </LinkButton>
    </div>
  </May>
);

function EntryLink({ kind, code, children }: { kind: CatalogueKind; code: string; children: string }) {
  if (!useMay()(ENTRY_RIGHTS[kind])) return children;
  return (
    <Link to={`/admin/catalogue?edit=${kind}:${encodeURIComponent(code)}`} preventScrollReset>
      <VisuallyHidden>Change </VisuallyHidden>
      {children}
      {kind.endsWith('method') && <VisuallyHidden> as a {KIND_NAMES[kind]}</VisuallyHidden>}
    </Link>
  );
}

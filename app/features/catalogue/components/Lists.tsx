import { planTitle } from '~/features/plans/components';
import { May } from '~/features/staff/components';
import { formatBps } from '~/ledger/money';
import { LinkButton } from '~/ui/Button';
import { FoldedPart } from '~/ui/layout/Fold';
import { Cluster } from '~/ui/layout/Layout';
import { coinIcon } from '~/ui/pictures/coins';
import { Icon } from '~/ui/pictures/Icon';
import { Code, VisuallyHidden } from '~/ui/Text';
import { Badge, Money } from '~/ui/tables/Data';
import { type Column, Table } from '~/ui/tables/Table';
import { type CatalogueKind, ENTRY_RIGHTS, KIND_NAMES } from '../kinds';
import type { wholeCatalogue } from '../queries.server';
import { rateText } from '../rates';

/** Plans, or methods of one kind, that an installation may be expected to offer. */
const MOST = 10;

type Catalogue = Awaited<ReturnType<typeof wholeCatalogue>>;

/** The plans on sale, and those that are off. */
export const Plans = ({ plans }: Pick<Catalogue, 'plans'>) => (
  <FoldedPart title="Plans" lead="A plan that was sold keeps the terms it was sold with.">
    <Add kind="plan" />
    <Table
      caption="Plans"
      rows={plans}
      dense
      atMost={MOST}
      rowKey={({ id }) => id}
      columns={[
        { header: 'Plan', cell: ({ name }) => planTitle(name) },
        { header: 'Minimum', align: 'end', cell: ({ minimum }) => <Money cents={minimum} /> },
        { header: 'Maximum', align: 'end', folded: true, cell: ({ maximum }) => <Money cents={maximum} /> },
        { header: 'Daily', align: 'end', cell: ({ dailyBps }) => formatBps(dailyBps) },
        { header: 'Days', align: 'end', folded: true, cell: ({ days }) => days },
        { header: 'State', cell: (row) => <OnOff {...row} /> },
        { header: 'Action', folded: true, cell: ({ id, name }) => <Change kind="plan" code={id} name={name} /> },
      ]}
    />
  </FoldedPart>
);

export const DepositMethods = ({ depositMethods }: Pick<Catalogue, 'depositMethods'>) => (
  <Methods
    title="Deposit methods"
    kind="deposit-method"
    rows={depositMethods}
    term={{ header: 'Address', folded: true, cell: ({ address }) => (address ? <Code>{address}</Code> : 'none') }}
  />
);

export const WithdrawalMethods = ({ withdrawalMethods }: Pick<Catalogue, 'withdrawalMethods'>) => (
  <Methods
    title="Withdrawal methods"
    kind="withdrawal-method"
    rows={withdrawalMethods}
    term={{ header: 'Charge', align: 'end', folded: true, cell: ({ fee }) => <Money cents={fee} /> }}
  />
);

type Method = { code: string; name: string; icon: string; network: string; minimum: bigint; enabled: boolean };

/** @param props.term the column of what only methods of this kind have */
const Methods = <M extends Method>(props: { title: string; kind: CatalogueKind; rows: M[]; term: Column<M> }) => (
  <FoldedPart title={props.title}>
    <Add kind={props.kind} />
    <Table
      caption={props.title}
      rows={props.rows}
      dense
      atMost={MOST}
      rowKey={({ code }) => code}
      columns={[
        { header: 'Method', cell: (row) => <Named {...row} /> },
        { header: 'Network', cell: ({ network }) => network },
        { header: 'Minimum', align: 'end', cell: ({ minimum }) => <Money cents={minimum} /> },
        props.term,
        { header: 'State', cell: (row) => <OnOff {...row} /> },
        {
          header: 'Action',
          folded: true,
          cell: ({ code, name }) => <Change kind={props.kind} code={code} name={name} />,
        },
      ]}
    />
  </FoldedPart>
);

export const Rates = ({ rates }: Pick<Catalogue, 'rates'>) => (
  <FoldedPart title="Rates, bonuses and limits" lead="Bonuses are paid out of the free reserve.">
    <Table
      caption="Rates, bonuses and limits"
      rows={rates}
      dense
      atMost={rates.length}
      rowKey={({ key }) => key}
      columns={[
        { header: 'What', cell: ({ name }) => name },
        {
          header: 'Value',
          align: 'end',
          cell: ({ unit, value }) => (unit === 'usd' ? <Money cents={BigInt(value)} /> : rateText(unit, value)),
        },
        { header: 'Action', folded: true, cell: ({ key, name }) => <Change kind="rate" code={key} name={name} /> },
      ]}
    />
  </FoldedPart>
);

const OnOff = ({ enabled }: { enabled: boolean }) => (
  <Badge tone={enabled ? 'good' : 'neutral'} icon={enabled ? 'check' : 'dash'}>
    {enabled ? 'On' : 'Off'}
  </Badge>
);

const Named = ({ name, icon }: { name: string; icon: string }) => (
  <Cluster>
    <Icon name={coinIcon(icon)} />
    {name}
  </Cluster>
);

const Add = ({ kind }: { kind: CatalogueKind }) => (
  <May right={ENTRY_RIGHTS[kind]}>
    <div className="part-act">
      <LinkButton to={`/admin/catalogue?add=${kind}`} icon="plus">
        Add a {KIND_NAMES[kind]}
      </LinkButton>
    </div>
  </May>
);

const Change = ({ kind, code, name }: { kind: CatalogueKind; code: string; name: string }) => (
  <May right={ENTRY_RIGHTS[kind]}>
    <LinkButton to={`/admin/catalogue?edit=${kind}:${encodeURIComponent(code)}`} tone="quiet" icon="edit">
      Change
      <VisuallyHidden> {name}</VisuallyHidden>
    </LinkButton>
  </May>
);

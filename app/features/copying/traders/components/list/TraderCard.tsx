import type { ReactNode } from 'react';
import { LinkButton } from '~/ui/Button';
import { PickCheckbox } from '~/ui/forms/Picker';
import { Link } from '~/ui/Link';
import { Heading } from '~/ui/layout/Heading';
import { Card, Cluster, Foot, WithPicture } from '~/ui/layout/Layout';
import { PersonPicture } from '~/ui/pictures/PersonPicture';
import { Small, VisuallyHidden } from '~/ui/Text';
import { Badge, StatusBadge } from '~/ui/tables/Data';
import type { CardFacts } from '../../list/facts';
import type { ListedTrader } from '../../list/queries.server';
import { listLabels } from '../../sources';
import { getTraderName } from '../../traderName';
import { formatCopiers, formatTradesPerMonth, HeadlineReturn, RecordLine, Risk } from '../record/Figures';
import { WatchForm } from './WatchForm';

type Labelled = Parameters<typeof listLabels>[0];
type Pictured = Parameters<typeof getTraderName>[0] & { picture: string | null };

export const TraderPicture = ({ trader, size }: { trader: Pictured; size?: 'small' | 'large' }) => (
  <PersonPicture name={getTraderName(trader)} src={trader.picture && `/files/${trader.picture}`} size={size} />
);

export const TraderOrigin = ({ trader }: { trader: Pick<CardFacts, 'nationality' | 'status'> & Labelled }) => (
  <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
    <Small>{trader.nationality}</Small>
    {listLabels(trader).map((label) => (
      <Badge key={label}>{label}</Badge>
    ))}
    {trader.status !== 'open' && <StatusBadge status={trader.status} />}
  </div>
);

/** Card of a trader in the list. The viewer's own copy replaces the button. `watched` is null for a visitor. */
export function TraderCard({
  trader,
  copied,
  watched,
}: {
  trader: CardFacts;
  copied?: ReactNode;
  watched: boolean | null;
}) {
  const { id, followers, monthly, record, status } = trader;
  const name = getTraderName(trader);
  return (
    <Card id={id} compact>
      <div className="flex items-start">
        <div className="min-w-0 grow">
          <WithPicture picture={<TraderPicture trader={trader} />}>
            <Heading size={3}>
              <Link to={`/traders/${id}`} className="inline-block min-h-6 no-underline">
                {name}
              </Link>
            </Heading>
            <TraderOrigin trader={trader} />
          </WithPicture>
        </div>
        {watched !== null && (
          <div className="-me-4 -mt-1">
            <WatchForm id={id} name={name} watched={watched} />
          </div>
        )}
      </div>
      {/* Aligns figures and actions of adjacent cards if names differ in length. */}
      <Foot>
        <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4">
          <HeadlineReturn record={record} />
          <RecordLine record={record} name={name} />
        </div>
        <div>
          <Risk record={record} />
          <Small>
            {formatTradesPerMonth(monthly)} · {formatCopiers(followers)}
          </Small>
        </div>
        <div className="flex min-h-11 items-center justify-between gap-2">
          {copied ||
            (status === 'open' && (
              <LinkButton to={`/traders/${id}/copy`}>
                Copy<VisuallyHidden> {name}</VisuallyHidden>
              </LinkButton>
            ))}
          <span className="ms-auto">
            <PickCheckbox value={id} label={name} />
          </span>
        </div>
      </Foot>
    </Card>
  );
}

/** The trader whom the viewer copies, or the number of traders with a link to all copies. */
export const CurrentTrader = (props: { name: string; picture: string | null; href: string; traders: number }) => (
  <p className="flex min-h-11 items-center gap-2">
    {props.traders > 1 ? (
      <Link to="/usercopytrade">You copy {props.traders} traders</Link>
    ) : (
      <>
        <PersonPicture name={props.name} src={props.picture} size="small" />
        <span>
          Current trader: <Link to={props.href}>{props.name}</Link>
        </span>
      </>
    )}
  </p>
);

/** List of the figures that the trader declared, shown apart from the computed figures. */
export function DeclaredReturn({ trader: { declared } }: { trader: ListedTrader }) {
  const figures = [
    ['Win rate', declared?.winRate],
    ['Average return', declared?.avgReturn],
    ['Copiers', declared?.followers],
    ['Risk/reward', declared?.rrRatio],
  ].filter(([, value]) => value);
  if (figures.length === 0) return null;
  return (
    <Card title="Declared" lead="Provided by management, not verified. Lists are neither sorted nor ranked by it.">
      <Cluster>
        {figures.map(([term, value]) => (
          <Badge key={term}>
            declared {term?.toLowerCase()}: {value}
          </Badge>
        ))}
      </Cluster>
    </Card>
  );
}

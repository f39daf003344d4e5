import type { ReactNode } from 'react';
import { formatUsd } from '~/ledger/money';
import { LinkButton } from '~/ui/Button';
import { Pick } from '~/ui/forms/Picker';
import { Link } from '~/ui/Link';
import { Heading } from '~/ui/layout/Heading';
import { Beside, Card, Cluster, Foot, LinedHead, PhoneOnly, Stack, WideOnly } from '~/ui/layout/Layout';
import { Face } from '~/ui/pictures/Face';
import { Muted, Small } from '~/ui/Text';
import { Badge, Money, StatusBadge } from '~/ui/tables/Data';
import type { ListedTrader } from '../../list/queries.server';
import { labelsOf } from '../../sources';
import { KeyFigures, RecordLine, Risk } from '../record/Figures';
import { WatchForm } from './Watch';

type Named = { firstName: string; lastName: string };

export const nameOf = ({ firstName, lastName }: Named) => `${firstName} ${lastName}`;
const pictureOf = ({ imageFileId }: { imageFileId: string | null }) => imageFileId && `/files/${imageFileId}`;

/** Who a trader is: picture, where from, and what must be said of them. */
export function TraderIdentity({ trader, size }: { trader: ListedTrader; size?: 'large' }) {
  return (
    <Beside picture={<Face name={nameOf(trader)} src={pictureOf(trader)} size={size} />}>
      <Stack gap="tight">
        <Muted>{trader.nationality}</Muted>
        <Cluster>
          {labelsOf(trader).map((label) => (
            <Badge key={label} icon="info">
              {label}
            </Badge>
          ))}
          {trader.status !== 'open' && <StatusBadge status={trader.status} />}
        </Cluster>
      </Stack>
    </Beside>
  );
}

/**
 * A trader in the list.
 * @param copied the reader's own copy, as it stands, in place of the button that begins one
 * @param watched whether the reader watches this trader; null for a visitor, who has no list
 */
export function TraderCard({
  trader,
  copied,
  watched,
}: {
  trader: ListedTrader;
  copied?: ReactNode;
  watched: boolean | null;
}) {
  const { id, figures, followers, record, minimumCapital, status } = trader;
  return (
    <Card id={id} compact>
      <LinedHead line={<RecordLine record={record} name={nameOf(trader)} />}>
        <Heading size={3}>
          <Link to={`/traders/${id}`}>{nameOf(trader)}</Link>
        </Heading>
        <WideOnly from="small">
          <TraderIdentity trader={trader} />
        </WideOnly>
        <PhoneOnly>
          <Small>
            {[
              trader.nationality,
              ...labelsOf(trader),
              ...(status === 'open' ? [] : [status]),
              `from ${formatUsd(minimumCapital)}`,
            ].join(' · ')}
          </Small>
        </PhoneOnly>
      </LinedHead>
      <KeyFigures figures={figures} followers={followers} record={record} />
      <Risk record={record} />
      <WideOnly from="small">
        <Cluster spread>
          <Cluster>
            {record?.markets
              .trim()
              .split(' ')
              .filter(Boolean)
              .map((market) => (
                <Badge key={market}>{market}</Badge>
              ))}
          </Cluster>
          <Muted>
            From <Money cents={minimumCapital} />
          </Muted>
        </Cluster>
      </WideOnly>
      <Foot>
        {copied}
        <Cluster>
          {status === 'open' && !copied && (
            <LinkButton to={`/traders/${id}/copy`} tone="primary" icon="copy">
              Copy
            </LinkButton>
          )}
          {watched !== null && <WatchForm id={id} name={nameOf(trader)} watched={watched} />}
          <Pick value={id} label={nameOf(trader)} />
        </Cluster>
      </Foot>
    </Card>
  );
}

/** The trader whom the user copies now; `children` is about the copy. */
export function CurrentTrader({ trader, children }: { trader: ListedTrader; children: ReactNode }) {
  return (
    <Card
      title={
        <>
          Current trader: <Link to={`/traders/${trader.id}`}>{nameOf(trader)}</Link>
        </>
      }
      tone="accent"
      compact
    >
      {children}
    </Card>
  );
}

/** What a trader says of themself: kept apart from every figure that was computed. */
export function Declared({ trader: { declared } }: { trader: ListedTrader }) {
  const said = [
    ['Win rate', declared?.winRate],
    ['Average return', declared?.avgReturn],
    ['Followers', declared?.followers],
    ['Risk/reward', declared?.rrRatio],
  ].filter(([, value]) => value);
  if (said.length === 0) return null;
  return (
    <Card title="Declared" lead="Provided by the operator, not verified. Lists are neither sorted nor ranked by it.">
      <Cluster>
        {said.map(([term, value]) => (
          <Badge key={term}>
            declared {term?.toLowerCase()}: {value}
          </Badge>
        ))}
      </Cluster>
    </Card>
  );
}

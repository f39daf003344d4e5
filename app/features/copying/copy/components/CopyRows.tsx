import type { ReactNode } from 'react';
import { signedPercentText } from '~/platform/text/percent';
import { Sparkline } from '~/ui/charts/Sparkline';
import { Link } from '~/ui/Link';
import { PersonPicture } from '~/ui/pictures/PersonPicture';
import { Muted, VisuallyHidden } from '~/ui/Text';
import { Badge, Money, Profit, StatusBadge, Time } from '~/ui/tables/Data';
import { List, Row } from '~/ui/tables/List';
import { computePartOfCapital } from '../capital';
import type { CopyRow, OwnedCopy } from '../queries.server';

export const LeaderFace = (props: {
  copy: Pick<OwnedCopy, 'traderName' | 'traderPicture'>;
  size?: 'small' | 'large';
}) => <PersonPicture name={props.copy.traderName} src={props.copy.traderPicture} size={props.size} />;

export const OpensAt = ({ at }: { at: Date }) => (
  <>
    opens <Time at={at} weekday />
  </>
);

const ManualMark = ({ copy }: { copy: Pick<OwnedCopy, 'manualLabel'> }) =>
  copy.manualLabel && <Badge>{copy.manualLabel}</Badge>;

export const CopyLine = ({
  copy: { line, traderName, total },
  wide,
}: {
  copy: Pick<OwnedCopy, 'line' | 'traderName' | 'total'>;
  wide?: boolean;
}) => (
  <Sparkline
    wide={wide}
    line={line}
    result={total}
    label={`Result of copying ${traderName}, the last ${line.points} days`}
  />
);

export const TotalResult = ({ copy, slim }: { copy: Pick<OwnedCopy, 'total' | 'capital'>; slim?: boolean }) => (
  <>
    <Profit cents={copy.total} />
    {copy.capital > 0n && (
      <span className={slim ? 'max-sm:sr-only' : undefined}>
        {' '}
        (<ReturnOnCapital {...copy} />)
      </span>
    )}
  </>
);

export type OwnCopySummary = Pick<OwnedCopy, 'id' | 'traderId' | 'total' | 'capital'>;

/** Picks the fields that the page needs, because everything that a loader returns is sent to the browser. */
export const ownCopySummary = ({ id, traderId, total, capital }: OwnedCopy): OwnCopySummary => ({
  id,
  traderId,
  total,
  capital,
});

/**
 * Returns links to the viewer's own copies of a trader, which pages show instead of the button that starts a copy;
 * false without copies.
 */
export const ownCopyLinks = (copies: readonly OwnCopySummary[], traderId: string, brief = false): ReactNode => {
  const own = copies.filter((copy) => copy.traderId === traderId);
  return own.length > 0 && own.map((copy) => <CopiedAlready key={copy.id} copy={copy} brief={brief} />);
};

const CopiedAlready = ({ copy, brief }: { copy: OwnCopySummary; brief: boolean }) => (
  <span className="leading-tight">
    <Link to={`/usercopytrade/${copy.id}`} className="inline-block min-h-6 no-underline">
      You copy<VisuallyHidden>:</VisuallyHidden>
    </Link>
    <span className="block text-sm">{brief ? <Profit cents={copy.total} /> : <TotalResult copy={copy} />}</span>
  </span>
);

export function CopyRows({ copies, title, atMost }: { copies: CopyRow[]; title?: string; atMost?: number }) {
  return (
    <List atMost={atMost}>
      {copies.map((copy) => (
        <Row
          key={copy.id}
          face={!title && <LeaderFace copy={copy} size="small" />}
          title={
            <Link to={`/usercopytrade/${copy.id}`} className="inline-block min-h-6 no-underline">
              {title ?? copy.traderName}
            </Link>
          }
          detail={
            <>
              {copy.status === 'active' && copy.opensAt ? (
                <Muted>
                  <OpensAt at={copy.opensAt} />
                </Muted>
              ) : copy.status === 'active' ? (
                <>
                  <Muted>Today </Muted>
                  <Profit cents={copy.today} />
                </>
              ) : (
                <StatusBadge status={copy.status} />
              )}{' '}
              {!title && <ManualMark copy={copy} />}
            </>
          }
          picture={<CopyLine copy={copy} />}
          value={<Money cents={copy.equity} />}
          note={<TotalResult copy={copy} slim />}
        />
      ))}
    </List>
  );
}

/** A result as a percentage of the capital: `+14.50%`. */
export function ReturnOnCapital({ total, capital }: Pick<OwnedCopy, 'total' | 'capital'>) {
  const bps = computePartOfCapital(total, capital);
  return bps === null ? null : signedPercentText(bps);
}

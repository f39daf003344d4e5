import type { Instrument } from '~/market/instruments';
import { cx } from '~/ui/cx';
import { WideOnly } from '~/ui/layout/Layout';
import { Link } from '~/web/router';
import { getCommonName, getSecondaryName, instrumentPath } from '../naming';
import { InstrumentMark } from './InstrumentMark';

const SecondaryName = ({ of }: { of: Instrument }) => {
  const other = <span className="block text-sm font-normal text-muted">{getSecondaryName(of)}</span>;
  return of.kind === 'forex' || of.kind === 'index' ? <WideOnly from="small">{other}</WideOnly> : other;
};

/** Mark, name and symbol of an instrument (no symbol if `short`), linked to the instrument's page or to `to`. */
export const InstrumentName = (props: { of: Instrument; to?: string; short?: boolean }) => {
  const { of, to = instrumentPath(of.id), short } = props;
  return (
    <span className="flex items-center gap-2.5">
      <span className={cx(!short && '@max-[18rem]:hidden')}>
        <InstrumentMark of={of} />
      </span>
      <span className="min-w-0 leading-tight whitespace-normal">
        <Link to={to} className="flex min-h-6 w-fit items-center no-underline">
          {getCommonName(of)}
        </Link>
        {!short && <SecondaryName of={of} />}
      </span>
    </span>
  );
};

export const InstrumentTitle = ({ of }: { of: Instrument }) => (
  <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <InstrumentMark of={of} large />
    {getCommonName(of)}
    <span className="text-xl font-normal text-muted">{getSecondaryName(of)}</span>
  </span>
);

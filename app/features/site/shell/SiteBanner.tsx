import { RISK_WARNING } from '~/platform/installation/risk';
import { Announcements } from './Announcements';
import { type RootData, useRootData } from './rootData';

/** Banner of every page: a note on simulated money or, in live mode, the operator and the risk; then announcements to all visitors. */
export function SiteBanner() {
  const root = useRootData();
  return (
    <>
      <ModeNote operator={root?.operator} />
      <Announcements announcements={root?.announcements ?? []} />
    </>
  );
}

function ModeNote({ operator }: Partial<Pick<RootData, 'operator'>>) {
  if (!operator) {
    return (
      <aside aria-label="Paper mode" className="strip strip-short">
        <strong>Paper mode:</strong> simulated money, prices and traders.
      </aside>
    );
  }
  const { name, licence, regulator, jurisdiction } = operator;
  return (
    <aside aria-label="Operator and risk" className="strip">
      {`${name}, licence ${licence}, regulated by ${regulator}, ${jurisdiction}.`} <strong>{RISK_WARNING}</strong>
    </aside>
  );
}

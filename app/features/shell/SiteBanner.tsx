import { Announcements } from '~/features/announcements/components';
import { RISK_WARNING } from '~/platform/installation/risk';
import { type RootData, useRootData } from './rootData';

/** On every page: that the money is simulated or, live, whose service this is and what can be lost; and what the operator tells all visitors. */
export function SiteBanner() {
  const root = useRootData();
  return (
    <>
      <Mode operator={root?.operator} />
      <Announcements told={root?.told ?? []} />
    </>
  );
}

function Mode({ operator }: Partial<Pick<RootData, 'operator'>>) {
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

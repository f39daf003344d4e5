import { Announcements } from '~/features/announcements/components';
import { RISK_WARNING } from '~/platform/installation/risk';
import { ModeBanner } from '~/ui/messages/ModeBanner';
import { type RootData, useRootData } from './rootData';

/** On every page: that this is paper mode, or who the operator is; and what the operator tells all visitors. */
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
  if (!operator) return <ModeBanner />;
  const { name, licence, regulator, jurisdiction } = operator;
  const identity = `${name}, licence ${licence}, regulated by ${regulator}, ${jurisdiction}.`;
  return <ModeBanner live={{ operator: identity, warning: RISK_WARNING }} />;
}

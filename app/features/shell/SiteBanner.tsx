import { RISK_WARNING } from '~/platform/installation/risk';
import type { loader } from '~/root';
import { ModeBanner } from '~/ui/ModeBanner';
import { useRouteLoaderData } from '~/web/router';

/** On every page: that this is paper mode, or who the operator is. */
export function SiteBanner() {
  const operator = useRouteLoaderData<typeof loader>('root')?.operator;
  if (!operator) return <ModeBanner />;
  const { name, licence, regulator, jurisdiction } = operator;
  const identity = `${name}, licence ${licence}, regulated by ${regulator}, ${jurisdiction}.`;
  return <ModeBanner live={{ operator: identity, warning: RISK_WARNING }} />;
}

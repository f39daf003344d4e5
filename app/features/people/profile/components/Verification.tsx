import { Card } from '~/ui/layout/Layout';
import { DefinitionList, StatusBadge } from '~/ui/tables/Data';
import { Link } from '~/web/router';
import type { VerificationFacts as Facts } from '../queries.server';

export const Verification = ({ emailVerified, kyc, pdtUnlocked }: Facts) => (
  <Card title="Where your account stands" lead="None of these stops a withdrawal.">
    <DefinitionList
      items={[
        { term: 'Email', detail: <StatusBadge status={emailVerified ? 'verified' : 'not verified'} /> },
        {
          term: <Link to="/kyc">Identity check</Link>,
          detail: <StatusBadge status={kyc === 'none' ? 'not submitted' : kyc} />,
        },
        {
          term: <Link to="/live-trading">Live trading</Link>,
          detail: <StatusBadge status={pdtUnlocked ? 'open' : 'locked'} />,
        },
      ]}
    />
  </Card>
);

import { May } from '~/features/staff/components';
import { Badge } from '~/ui/tables/Data';
import { Link } from '~/web/router';
import { RISK_NAMES, type RiskRating } from '../rating';

type Rated = { riskRating: RiskRating | null; riskReason: string | null };

/** How an investor is rated and why, with the way to rate them anew for those who may. */
export function RiskRated({ id, riskRating, riskReason }: Rated & { id: string }) {
  return (
    <>
      {riskRating ? `${RISK_NAMES[riskRating]}: ${riskReason}` : 'Not rated'}{' '}
      <May right="papers:decide">
        <Link to={`/admin/users/${id}/risk`}>Rate</Link>
      </May>
    </>
  );
}

/** The mark of an investor whose money takes two administrators. */
export const HighRisk = ({ riskRating }: Pick<Rated, 'riskRating'>) =>
  riskRating === 'high' && <Badge tone="bad">High risk</Badge>;

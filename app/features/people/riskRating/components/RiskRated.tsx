import { May } from '~/features/people/staff/components/May';
import { Badge } from '~/ui/tables/Data';
import { Link } from '~/web/router';
import { RISK_NAMES, type RiskRating } from '../rating';

type Rated = { riskRating: RiskRating | null; riskReason: string | null };

export function RiskRatingText({ id, riskRating, riskReason }: Rated & { id: string }) {
  return (
    <>
      {riskRating ? `${RISK_NAMES[riskRating]}: ${riskReason}` : 'Not rated'}{' '}
      <May right="papers:decide">
        <Link to={`/admin/users/${id}/risk`}>Rate</Link>
      </May>
    </>
  );
}

export const HighRisk = ({ riskRating }: Pick<Rated, 'riskRating'>) =>
  riskRating === 'high' && <Badge tone="bad">High risk</Badge>;

import { type Freezes, freezesOf, PART_NAMES } from '~/signIns/frozen';
import { Badge } from '~/ui/tables/Data';

export const FrozenBadges = (user: Freezes) =>
  freezesOf(user).map(({ part }) => (
    <Badge key={part} tone="bad">
      {part === 'account' ? 'Frozen' : `${PART_NAMES[part]} frozen`}
    </Badge>
  ));

import { Notice } from '~/ui/messages/Notice';
import { Time } from '~/ui/tables/Data';

/** While the source of prices is silent: how old those are that a page shows, and what waits. */
export const SilentPrices = ({ since }: { since: Date | null }) =>
  since && (
    <Notice tone="warning">
      No new prices since <Time at={since} />. Open positions are valued at the last ones. Orders, copied trades and
      stops wait for new ones.
    </Notice>
  );

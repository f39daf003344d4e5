import { Notice } from '~/ui/messages/Notice';
import { Time } from '~/ui/tables/Data';

/** Note about a silent price source: the age of the shown prices, and what waits for new ones. */
export const SilentPrices = ({ since }: { since: Date | null }) =>
  since && (
    <Notice tone="warning">
      No new prices since <Time at={since} />. Open positions are valued at the last ones. Orders, copied trades and
      stops wait for new ones.
    </Notice>
  );

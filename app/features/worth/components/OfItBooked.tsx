import { Money, Profit } from '~/ui/tables/Data';
import type { Worth } from '../worth.server';

/**
 * What of a worth is booked, and what open positions would add now; nothing where all of it is booked.
 * @param of what the worth is called where it does not stand above
 */
export const OfItBooked = ({
  worth: { booked, open },
  of = 'it',
}: {
  worth: Pick<Worth, 'booked' | 'open'>;
  of?: string;
}) =>
  open === 0n ? null : (
    <>
      Of {of} <Money cents={booked} /> booked, and <Profit cents={open} /> in open positions.
    </>
  );

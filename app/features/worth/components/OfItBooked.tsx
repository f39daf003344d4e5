import { Money, Profit } from '~/ui/tables/Data';
import type { Worth } from '../worth.server';

/** What of a worth is booked, and what open positions would add now; nothing where all of it is booked. */
export const OfItBooked = ({ worth: { booked, open } }: { worth: Pick<Worth, 'booked' | 'open'> }) =>
  open === 0n ? null : (
    <>
      Of it <Money cents={booked} /> booked, and <Profit cents={open} /> in open positions.
    </>
  );

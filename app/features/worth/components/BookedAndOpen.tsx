import { Money, Profit } from '~/ui/tables/Data';
import type { Worth } from '../worth.server';

/** The two parts of a worth: what is booked, and what open positions would add or take now; nothing where all of it is booked. */
export const BookedAndOpen = ({ worth: { booked, open } }: { worth: Pick<Worth, 'booked' | 'open'> }) =>
  open === 0n ? null : (
    <>
      Booked <Money cents={booked} />, open positions <Profit cents={open} />
    </>
  );

import { Money, Profit } from '~/ui/tables/Data';
import type { Worth } from '../worth.server';

export const BookedAndOpen = ({ worth: { booked, open } }: { worth: Pick<Worth, 'booked' | 'open'> }) =>
  open === 0n ? null : (
    <>
      Booked <Money cents={booked} />, open positions <Profit cents={open} />
    </>
  );

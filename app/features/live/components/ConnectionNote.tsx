import { Badge } from '~/ui/Data';
import { Muted } from '~/ui/Text';
import type { Connection } from '../useLivePrice';

/** Whether prices move by themselves now. Without scripts they don't, and nothing claims so. */
export function ConnectionNote({ connection }: { connection: Connection }) {
  return (
    <span role="status">
      {connection === 'open' && <Badge icon="check">Moving live</Badge>}
      {connection === 'asking' && <Muted>Connecting. The price is as of the time beside it.</Muted>}
      {connection === 'ended' && <Muted>Prices have stopped moving here. Load the page again for newer ones.</Muted>}
    </span>
  );
}

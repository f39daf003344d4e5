import { Button } from '~/ui/Button';
import { setMotionAllowed } from '~/ui/browser/dataSaver';
import { useHydrated } from '~/ui/browser/hydrated';
import { Cluster } from '~/ui/layout/Layout';
import { Badge } from '~/ui/tables/Data';
import type { Connection } from '../ticket/useLivePrice';

export function ConnectionNote({ connection }: { connection: Connection }) {
  const hydrated = useHydrated();
  return (
    <span role="status">
      {hydrated ? CONNECTION_MARKS[connection] : <Badge icon="clock">Reload for newer prices</Badge>}
    </span>
  );
}

const CONNECTION_MARKS = {
  asking: <Badge icon="clock">Connecting</Badge>,
  open: <Badge icon="check">Moving live</Badge>,
  late: <Badge icon="warning">No newer price yet</Badge>,
  paused: (
    <Cluster>
      <Badge icon="clock">Prices paused to save data</Badge>
      <Button type="button" onClick={() => setMotionAllowed(true)}>
        Turn on
      </Button>
    </Cluster>
  ),
  ended: <Badge icon="warning">Stopped: reload for newer prices</Badge>,
};

import type { ShownAnnouncement } from '~/features/backoffice';
import { AnnouncementBand } from '~/ui/messages/AnnouncementBand';
import { Time } from '~/ui/tables/Data';

export function Announcements({ announcements }: { announcements: readonly ShownAnnouncement[] }) {
  return announcements.map(({ id, text, dismissable, maintenance }) => (
    <AnnouncementBand
      key={id}
      tone={maintenance ? 'warning' : 'info'}
      dismiss={dismissable ? { action: '/announcement', id } : undefined}
    >
      {maintenance && <MaintenanceText {...maintenance} />} {text}
    </AnnouncementBand>
  ));
}

function MaintenanceText({ startsAt, endsAt, stage }: NonNullable<ShownAnnouncement['maintenance']>) {
  if (stage === 'planned') {
    return (
      <>
        <strong>Maintenance</strong> from <Time at={startsAt} /> until about <Time at={endsAt} />: you can look at
        everything, but change nothing.
      </>
    );
  }
  return (
    <>
      <strong>Maintenance</strong>{' '}
      {stage === 'on' ? (
        <>
          until about <Time at={endsAt} />
        </>
      ) : (
        'takes longer than planned'
      )}
      : you can look at everything, but change nothing.
    </>
  );
}

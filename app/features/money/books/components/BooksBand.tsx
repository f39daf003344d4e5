import { formatCount } from '~/platform/text/figure';
import { AlertBand } from '~/ui/messages/AlertBand';
import { Time } from '~/ui/tables/Data';
import type { BooksAlarm } from '../checkBooks.server';

export function BooksBand({ alarm, leads }: { alarm: BooksAlarm; leads: boolean }) {
  return (
    <AlertBand to={leads ? '/admin/books' : undefined} action="See the books">
      <AlarmText {...alarm} />
    </AlertBand>
  );
}

function AlarmText(alarm: BooksAlarm) {
  switch (alarm.kind) {
    case 'off':
      return (
        <>
          Problems in the books: {formatCount(alarm.found, 'finding')} in the check of <Time at={alarm.since} />.
        </>
      );
    case 'failed':
      return <>The books could not be checked{alarm.since && <Since at={alarm.since} />}; the log says why.</>;
    case 'unchecked':
      return alarm.since ? (
        <>
          The books were not checked since <Time at={alarm.since} />.
        </>
      ) : (
        <>The books were never checked.</>
      );
  }
}

const Since = ({ at }: { at: Date }) => (
  <>
    {' '}
    on <Time at={at} />
  </>
);

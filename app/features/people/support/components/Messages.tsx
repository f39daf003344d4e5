import { cx } from '~/ui/cx';
import { Thumbnail } from '~/ui/pictures/Thumbnail';
import { Time } from '~/ui/tables/Data';
import type { ShownMessage } from '../queries.server';

export const Messages = ({
  messages,
  names,
  atMost,
}: {
  messages: readonly ShownMessage[];
  names: { investor: string; staff: string };
  atMost: number;
}) => (
  <ol aria-label="Messages, oldest first" data-records={atMost} className="flex flex-col gap-3">
    {messages.map(({ id, text, at, administratorId, staff, file }) => (
      <li
        key={id}
        className={cx(
          'flex max-w-prose min-w-0 flex-col gap-2 rounded-card border border-line p-3 sm:p-4',
          administratorId ? 'self-end bg-accent-soft' : 'self-start bg-surface',
        )}
      >
        <p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
          <span className="font-medium">{administratorId ? (staff ?? names.staff) : names.investor}</span>
          <Time at={at} />
        </p>
        <p className="whitespace-pre-line wrap-anywhere">{text}</p>
        {file?.id && <Thumbnail src={`/files/${file.id}`} alt={`Picture: ${file.name}`} small />}
      </li>
    ))}
  </ol>
);

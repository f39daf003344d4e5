import type { SeveralOutcome } from '~/features/backoffice/approvals/performSeveral.server';
import { Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';

export function SeveralResults({ results }: { results: SeveralOutcome[] }) {
  const left = results.filter(({ ok }) => !ok).length;
  const done = results.length - left;
  return (
    <Notice tone={left > 0 ? 'warning' : 'success'} title={`${done} decided${left > 0 ? `, ${left} unchanged` : ''}`}>
      <Stack gap="tight">
        {results.map(({ id, title, said }) => (
          <span key={id}>
            {title}: {said}
          </span>
        ))}
      </Stack>
    </Notice>
  );
}

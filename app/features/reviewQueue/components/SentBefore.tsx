import type { ReactNode } from 'react';
import { Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Small } from '~/ui/Text';

/** As many are named; the rest are counted. */
const MOST_NAMED = 5;

/**
 * Says beside what is to be decided where else its file was sent: by the same person or by others, who are told nothing of it.
 * @param others a line for each, the newest first
 */
export function SentBefore({ title, others }: { title: string; others: { key: string; line: ReactNode }[] }) {
  if (others.length === 0) return null;
  const rest = others.length - MOST_NAMED;
  return (
    <Notice tone="warning" title={title}>
      <Stack gap="tight">
        {others.slice(0, MOST_NAMED).map(({ key, line }) => (
          <span key={key}>{line}</span>
        ))}
        {rest > 0 && <Small>and {rest} more</Small>}
      </Stack>
    </Notice>
  );
}

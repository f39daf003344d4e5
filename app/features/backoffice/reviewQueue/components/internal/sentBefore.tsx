import type { ReactNode } from 'react';
import { Stack } from '~/ui/layout/Layout';
import { Small } from '~/ui/Text';
import type { Check } from '../OpenItem';

const MAX_NAMED_USERS = 5;

/** Lists other entries with the same file, newest first. `risk` is the label in the list. */
export function createSameFileRows(
  risk: string,
  title: string,
  others: readonly { key: string; line: ReactNode }[],
): Check[] {
  if (others.length === 0) return [];
  const rest = others.length - MAX_NAMED_USERS;
  const content = (
    <Stack gap="tight">
      <span>{title}</span>
      {others.slice(0, MAX_NAMED_USERS).map(({ key, line }) => (
        <span key={key}>{line}</span>
      ))}
      {rest > 0 && <Small>and {rest} more</Small>}
    </Stack>
  );
  return [{ risk, content }];
}

import type { ReactNode } from 'react';
import { MayLink } from '~/features/people/components';
import { NoWrap } from '~/ui/Text';
import type { NamedEvent } from '../../logs.server';

/** Event as a sentence whose names are links: "Dana Reyes sent a deposit of $2,500.00". */
export function Sentence({ happened }: { happened: NamedEvent }) {
  const { who, whom, trader, sentence } = happened;
  return (
    <span>
      <Name {...who} />{' '}
      {sentence.map((part, at) => {
        if ('text' in part) return part.text;
        const named = part.name === 'trader' ? trader : whom;
        return (
          named && (
            <UnbrokenName key={at} isShort={named.name.length <= MAX_LINE_LETTERS}>
              <Name {...named} />
              {part.after}
            </UnbrokenName>
          )
        );
      })}
    </span>
  );
}

/** Number of letters in one line of the narrowest screen. */
const MAX_LINE_LETTERS = 28;

/** Name followed by "’s". Browsers break lines after links, so a short name stays on one line with the "’s". */
const UnbrokenName = ({ isShort, children }: { isShort: boolean; children: ReactNode }) =>
  isShort ? <NoWrap>{children}</NoWrap> : <span>{children}</span>;

function Name({ name, href }: { name: string; href?: string }) {
  if (!href) return name;
  const right = href.startsWith('/admin/users/')
    ? 'users:read'
    : href.startsWith('/admin/staff/')
      ? 'staff:read'
      : 'traders:read';
  return (
    <MayLink right={right} to={href}>
      {name}
    </MayLink>
  );
}

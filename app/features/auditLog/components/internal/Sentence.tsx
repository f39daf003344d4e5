import { MayLink } from '~/features/staff/components';
import type { NamedEvent } from '../../logs.server';
import { sentenceOf } from '../../sentences';

/** What happened as a sentence, its names leading to the pages about them: "Dana Reyes sent a deposit of $2,500.00". */
export function Sentence({ happened }: { happened: NamedEvent }) {
  const { who, whom, trader, actorId, userId, thingId } = happened;
  const own = whom === null || actorId === (userId ?? thingId);
  return (
    <span>
      <Name {...who} />{' '}
      {sentenceOf({ ...happened, own, hasTrader: trader !== null }).map((part, at) => {
        if ('text' in part) return part.text;
        const named = part.name === 'trader' ? trader : whom;
        return (
          named && (
            <span key={at}>
              <Name {...named} />
              {part.after}
            </span>
          )
        );
      })}
    </span>
  );
}

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

import { percentText, signedPercentText } from '~/platform/text/percent';
import { LinkButton } from '../Button';
import type { SmallLine } from '../charts/geometry/smallLine';
import { Sparkline } from '../charts/Sparkline';
import { Link } from '../Link';
import { PersonPicture } from '../pictures/PersonPicture';
import { Portrait } from '../pictures/Portrait';
import { Change } from '../tables/Data';

export function ReviewCard({ name, role, stars, text }: { name: string; role: string; stars: number; text: string }) {
  return (
    <figure className="flex min-w-0 flex-col gap-4 rounded-card border border-line bg-surface p-5">
      <p className="flex items-center justify-between text-warning">
        <span aria-hidden="true">{'★'.repeat(stars)}</span>
        <span className="sr-only">{stars} of 5 stars</span>
      </p>
      <blockquote className="flex-1">{text}</blockquote>
      <figcaption className="flex items-center gap-3">
        <Portrait name={name} />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{name}</span>
          <span className="text-sm text-muted">{role}</span>
        </span>
      </figcaption>
    </figure>
  );
}

export type TraderCardFacts = {
  name: string;
  picture: string | null;
  /** Label of results that an administrator entered. */
  manualLabel: string | null;
  markets: readonly string[];
  /** Return in basis points with its period; the line covers the same period. */
  headline: { bps: number | null; periodLabel: string };
  line: SmallLine;
  /** Risk from 1 to 10; null if it is not rated. */
  risk: number | null;
  drawdownBps: number;
  followers: number;
};

/** Trader as shown to visitors: one large return with its line, and the link to copy. */
export function LandingTraderCard({ trader, to }: { trader: TraderCardFacts; to: string }) {
  const { name, picture, manualLabel, markets, line, risk, drawdownBps, followers } = trader;
  const { bps, periodLabel } = trader.headline;
  // A single line keeps cards low, because adjacent cards are as high as the highest.
  const where = markets.length > 1 ? [`${markets.length} markets`] : markets;
  return (
    <article className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex items-start gap-2">
        <PersonPicture name={name} src={picture} />
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold">
            <Link to={to} className="inline-block py-0.5">
              {name}
            </Link>
          </h3>
          <p className="text-sm text-muted first-letter:uppercase">
            {[manualLabel, ...where].filter(Boolean).join(', ')}
          </p>
        </div>
        <LinkButton to={`${to}/copy`}>
          Copy<span className="sr-only"> {name}</span>
        </LinkButton>
      </div>
      {/* Aligned with the other cards, whatever the length of the name. */}
      <div className="mt-auto grid grid-cols-2 items-end gap-4">
        <p className="text-sm text-muted">
          <span className="block text-2xl leading-tight">{bps === null ? 'n/a' : <Change bps={bps} />}</span>
          return in {periodLabel}
        </p>
        <Sparkline wide line={line} label={`${name}: ${signedPercentText(bps ?? 0)} over ${periodLabel}`} />
      </div>
      <dl className="flex justify-between gap-3 border-t border-line pt-3 text-sm">
        {[
          { term: 'Risk', detail: risk === null ? 'not rated' : `${risk} of 10` },
          { term: 'Largest fall', detail: percentText(drawdownBps) },
          { term: 'Copiers', detail: followers.toLocaleString('en-US') },
        ].map(({ term, detail }) => (
          <div key={term} className="min-w-0">
            <dt className="text-muted">{term}</dt>
            <dd className="font-medium">{detail}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

export function PersonCard({ name, role, text }: { name: string; role: string; text: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-5">
      <div className="flex items-center gap-4">
        <Portrait name={name} />
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">{name}</h2>
          <p className="text-sm text-muted">{role}</p>
        </div>
      </div>
      <p>{text}</p>
    </div>
  );
}

import { LinkButton } from '~/ui/Button';
import { Disclosure } from '~/ui/layout/Disclosure';
import { Card, Cluster, Section, Stack } from '~/ui/layout/Layout';
import { EmbedFrame } from '~/ui/pictures/EmbedFrame';
import { VisuallyHidden } from '~/ui/Text';
import { Link } from '~/web/router';
import type { WidgetOffer } from '../published/widgets.server';

/** Frames of another site, or the button that loads them. Renders nothing if they are disabled. */
export function Widgets({ offers, folded = false }: { offers: WidgetOffer[]; folded?: boolean }) {
  if (offers.length === 0) return null;
  const input = offers.some(({ src }) => src !== null);
  const lead = offers.some(({ src }) => src === null)
    ? 'TradingView offers live views of the same markets. Opening one tells that site your network address; until then it learns nothing from this page.'
    : 'Live views of the same markets by TradingView, which sees your network address.';
  if (folded && !input) {
    return (
      <div id="widgets">
        <Disclosure summary="Live views from another site">
          <Stack>
            <p>{lead}</p>
            <ul className="flex flex-wrap gap-x-6">
              {offers.map(({ id, title, href }) => (
                <li key={id}>
                  <Link to={href} className="inline-flex min-h-11 items-center">
                    {title} by TradingView
                  </Link>
                </li>
              ))}
            </ul>
          </Stack>
        </Disclosure>
      </div>
    );
  }
  return (
    <Section id="widgets" title="From another site" lead={lead}>
      {offers.map(
        ({ id, title, src }) =>
          src && (
            <section key={id} id={`widget-${id}`} aria-label={`${title}, by TradingView`}>
              <Card title={title}>
                <EmbedFrame title={`${title}, by TradingView`} src={src} />
              </Card>
            </section>
          ),
      )}
      <WidgetLinks offers={offers} />
    </Section>
  );
}

const WidgetLinks = ({ offers }: { offers: WidgetOffer[] }) => (
  <Cluster>
    {offers.map(
      ({ id, title, src, href }) =>
        src === null && (
          <LinkButton key={id} to={href} icon="external">
            <VisuallyHidden>Open TradingView’s </VisuallyHidden>
            {title}
          </LinkButton>
        ),
    )}
  </Cluster>
);

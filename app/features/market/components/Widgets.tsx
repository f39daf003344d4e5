import { LinkButton } from '~/ui/Button';
import { EmbedFrame } from '~/ui/EmbedFrame';
import { Card, Cluster, Section } from '~/ui/Layout';
import { VisuallyHidden } from '~/ui/Text';
import type { WidgetOffer } from '../widgets.server';

/** Frames of another site, or the way to ask for them; nothing where they are turned off. `offers` from `widgetsOf(...)`. */
export function Widgets({ offers }: { offers: WidgetOffer[] }) {
  if (offers.length === 0) return null;
  return (
    <Section
      id="widgets"
      title="From another site"
      lead={
        offers.some(({ src }) => src === null)
          ? 'TradingView offers live views of the same markets. Opening one tells that site your network address; until then it hears nothing from this page.'
          : 'Live views of the same markets by TradingView, which sees your network address.'
      }
    >
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
    </Section>
  );
}

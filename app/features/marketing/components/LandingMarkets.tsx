import type { ReactNode } from 'react';
import { LinkButton } from '~/ui/Button';
import { Band } from '~/ui/Landing';

/** A part of the landing page that shows the market, and the way to the page with more of it. */
export const MarketBand = (props: {
  title: string;
  lead: string;
  more: { to: string; label: string };
  children: ReactNode;
}) => (
  <Band title={props.title} lead={props.lead} actions={<LinkButton to={props.more.to}>{props.more.label}</LinkButton>}>
    {props.children}
  </Band>
);

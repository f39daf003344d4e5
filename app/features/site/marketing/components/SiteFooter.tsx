import type { ReactNode } from 'react';
import { HelpLinks } from '~/features/site/shell/SupportLink';
import { PRODUCT_NAME } from '~/platform/text/productName';
import { LinkRow, PartnerMarks } from '~/ui/landing/Landing';
import { Cluster } from '~/ui/layout/Layout';
import { Muted } from '~/ui/Text';
import { FOOTER_LINKS } from '../menus';
import { SAMPLE_PARTNERS } from '../samples';
import { useSite } from '../useSite';

export function SiteFooter({ colours }: { colours: ReactNode }) {
  const { paper, year, operator } = useSite();
  return (
    <>
      {paper && <PartnerMarks label="Partners" marks={SAMPLE_PARTNERS} />}
      <p>
        <strong>Trading can lose money.</strong> Copying a trader means sharing their losses, too. Past results do not
        predict future results.
      </p>
      <LinkRow label="Footer" links={FOOTER_LINKS} />
      <Cluster spread gap="normal">
        <Muted>
          © {year} {operator?.name ?? PRODUCT_NAME}
        </Muted>
        <HelpLinks />
        {colours}
      </Cluster>
    </>
  );
}

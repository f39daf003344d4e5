import type { ReactNode } from 'react';
import { HelpLinks } from '~/features/site/shell/SupportLink';
import { PRODUCT_NAME } from '~/platform/text/productName';
import { LinkRow, PartnerMarks } from '~/ui/landing/Landing';
import { Cluster } from '~/ui/layout/Layout';
import { Muted } from '~/ui/Text';
import { Link } from '~/web/router';
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
      <Cluster spread gap="normal">
        <LinkRow label="Footer" links={FOOTER_LINKS} />
        <HelpLinks />
        {colours}
        <Muted>
          © {year} {operator?.name ?? PRODUCT_NAME} ·{' '}
          <Link to="/policy" className="inline-block py-0.5">
            Terms and conditions
          </Link>
        </Muted>
      </Cluster>
    </>
  );
}

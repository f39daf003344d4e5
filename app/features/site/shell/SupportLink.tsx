import { Link } from '~/ui/Link';
import { MailLink } from '~/ui/MailLink';
import { useRootData } from './rootData';

export function SupportLink() {
  const address = useRootData()?.support;
  return address ? <MailLink address={address}>support</MailLink> : 'support';
}

/** Links to help, for pages whose frame has no support form. */
export const HelpLinks = () => (
  <p>
    Questions? Read the <Link to="/faq">FAQ</Link> or write to <SupportLink />.
  </p>
);

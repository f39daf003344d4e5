import { MailLink } from '~/ui/MailLink';
import { useRootData } from './rootData';

/** The word "support" as the way to write to it. */
export function SupportLink() {
  const address = useRootData()?.support;
  return address ? <MailLink address={address}>support</MailLink> : 'support';
}

import { MailLink } from '~/ui/MailLink';
import { useRootData } from './rootData';

export function SupportLink() {
  const address = useRootData()?.support;
  return address ? <MailLink address={address}>support</MailLink> : 'support';
}

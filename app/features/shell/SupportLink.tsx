import { useRootData } from './rootData';

/** The word "support" as the way to write to it. */
export function SupportLink() {
  const address = useRootData()?.support;
  return address ? <a href={`mailto:${address}`}>support</a> : 'support';
}

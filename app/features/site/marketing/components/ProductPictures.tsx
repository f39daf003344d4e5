import { useRootData } from '~/features/site/shell/rootData';
import { Band } from '~/ui/landing/Landing';
import { CardRow } from '~/ui/layout/CardRow';
import { ThemedPicture } from '~/ui/pictures/ThemedPicture';
import { useSite } from '../useSite';

const PRODUCT_PICTURES = [
  { name: 'home', title: 'Home: your balance and your day' },
  { name: 'traders', title: 'Traders: returns and risk, from their records' },
  { name: 'copies', title: 'Copies: what each one is worth and has earned' },
];

export function ProductPictures() {
  const isSavingData = useRootData()?.savesData;
  if (!useSite().paper || isSavingData) return null;
  return (
    <Band title="See it at work" sample>
      <CardRow label="Pages of the product" slim>
        {PRODUCT_PICTURES.map(({ name, title }) => (
          <ThemedPicture key={name} name={name} caption={title} />
        ))}
      </CardRow>
    </Band>
  );
}

import { useHydrated } from './browser/hydrated';
import { PostForm } from './forms/Form';
import { Icon } from './pictures/Icon';

export type Theme = 'dark' | 'light';

const CHOICES = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'auto', label: 'Same as device', icon: 'settings' },
] as const;

/** Id of the switch, to which a page without scripts leads back. */
const PLACE = 'colours';

/** Posts `theme` (`light`, `dark` or `auto`) to `action`, which remembers it; `current` is what was remembered. */
export function ThemeSwitch({ action, current }: { action: string; current?: Theme }) {
  const hydrated = useHydrated();
  return (
    <PostForm action={action} inline>
      {!hydrated && <input type="hidden" name="at" value={PLACE} />}
      <fieldset id={PLACE} className="themes">
        <legend className="sr-only">Colours</legend>
        {CHOICES.map(({ value, label, icon }) => (
          <button key={value} type="submit" name="theme" value={value} aria-pressed={value === (current ?? 'auto')}>
            <Icon name={icon} />
            <span className="sr-only">{label}</span>
          </button>
        ))}
      </fieldset>
    </PostForm>
  );
}

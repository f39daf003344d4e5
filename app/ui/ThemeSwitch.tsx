import { PostForm } from './forms/Form';
import { Icon } from './pictures/Icon';

export type Theme = 'dark' | 'light';

const THEME_CHOICES = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'auto', label: 'Same as device', icon: 'device' },
] as const;

/** ID of the switch, to which its form returns without scripts. */
export const THEME_SWITCH_ID = 'colours';

/** Form that posts `theme` (`light`, `dark` or `auto`) to `action`, which stores it. `current` is the stored theme. */
export function ThemeSwitch({ action, current }: { action: string; current?: Theme }) {
  return (
    <PostForm action={action} inline>
      <fieldset id={THEME_SWITCH_ID} className="themes">
        <legend className="sr-only">Colours</legend>
        {THEME_CHOICES.map(({ value, label, icon }) => (
          <button key={value} type="submit" name="theme" value={value} aria-pressed={value === (current ?? 'auto')}>
            <Icon name={icon} />
            <span className="sr-only">{label}</span>
          </button>
        ))}
      </fieldset>
    </PostForm>
  );
}

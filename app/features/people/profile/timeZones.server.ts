import { FORMER_NAMES } from '~/platform/fields/zone';
import { singleton } from '~/platform/singleton';

const timeZones = () =>
  singleton('time-zones', (): readonly string[] => {
    const current = new Map(Object.entries(FORMER_NAMES).map(([name, former]) => [former, name]));
    const names = Intl.supportedValuesOf('timeZone').map((name) => current.get(name) ?? name);
    return [...new Set(['UTC', ...names.sort()])];
  });

/** Lists the zones of a form, with the user's own, which may have another name and would otherwise be emptied. */
export const timeZonesWith = (current: string | null): readonly string[] =>
  current && !timeZones().includes(current) ? [current, ...timeZones()] : timeZones();

import { singleton } from '~/platform/singleton';

/** The names of all time zones that times can be told in, UTC first. */
export const timeZones = (): readonly string[] =>
  singleton('time-zones', () => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]);

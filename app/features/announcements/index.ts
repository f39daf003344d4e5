export type { ShownAnnouncement } from './rules';
export {
  announcementsFor,
  MAINTENANCE_FIGURES,
  maintenanceAhead,
  pauseNow,
  toldToAll,
  watchAnnouncements,
} from './told.server';

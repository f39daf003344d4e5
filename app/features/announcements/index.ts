export type { ShownAnnouncement } from './rules';
export {
  announcementsFor,
  MAINTENANCE_FIGURES,
  maintenanceAhead,
  pauseNow,
  toldToAll,
} from './told.server';

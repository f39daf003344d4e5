-- Journals, transfers and seals are append only: a correction is a new journal.
CREATE TRIGGER journal_no_update BEFORE UPDATE ON `journal` BEGIN SELECT RAISE(ABORT, 'journal is append only'); END;
--> statement-breakpoint
CREATE TRIGGER journal_no_delete BEFORE DELETE ON `journal` BEGIN SELECT RAISE(ABORT, 'journal is append only'); END;
--> statement-breakpoint
CREATE TRIGGER transfer_no_update BEFORE UPDATE ON `transfer` BEGIN SELECT RAISE(ABORT, 'transfer is append only'); END;
--> statement-breakpoint
CREATE TRIGGER transfer_no_delete BEFORE DELETE ON `transfer` BEGIN SELECT RAISE(ABORT, 'transfer is append only'); END;
--> statement-breakpoint
CREATE TRIGGER seal_no_update BEFORE UPDATE ON `seal` BEGIN SELECT RAISE(ABORT, 'seal is append only'); END;
--> statement-breakpoint
CREATE TRIGGER seal_no_delete BEFORE DELETE ON `seal` BEGIN SELECT RAISE(ABORT, 'seal is append only'); END;

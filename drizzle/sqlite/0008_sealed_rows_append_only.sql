-- Versions of rows are append only, as journals are; the rebuilt table of seals gets its triggers back.
CREATE TRIGGER row_version_no_update BEFORE UPDATE ON `row_version` BEGIN SELECT RAISE(ABORT, 'row_version is append only'); END;
--> statement-breakpoint
CREATE TRIGGER row_version_no_delete BEFORE DELETE ON `row_version` BEGIN SELECT RAISE(ABORT, 'row_version is append only'); END;
--> statement-breakpoint
CREATE TRIGGER seal_no_update BEFORE UPDATE ON `seal` BEGIN SELECT RAISE(ABORT, 'seal is append only'); END;
--> statement-breakpoint
CREATE TRIGGER seal_no_delete BEFORE DELETE ON `seal` BEGIN SELECT RAISE(ABORT, 'seal is append only'); END;

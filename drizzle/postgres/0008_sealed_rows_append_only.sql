-- Versions of rows are append only, as journals are.
CREATE TRIGGER row_version_append_only BEFORE UPDATE OR DELETE ON "row_version" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER row_version_no_truncate BEFORE TRUNCATE ON "row_version" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

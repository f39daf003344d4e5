/** Journals and versions of rows that the chain of seals does not cover, as SQL for both engines. */
export const UNSEALED = `
  select 'journal ' || kind as what from journal left join seal on seal.journal_id = journal.id where seal.position is null
  union all
  select thing || ' ' || row_key from row_version left join seal on seal.row_version_id = row_version.id
  where seal.position is null`;

export const REASON_COLUMN = {
  header: 'Reason',
  slim: true,
  folded: true,
  cell: ({ reason }: { reason?: string | null }) => reason,
};

export const REASON = {
  header: 'Reason',
  slim: true,
  folded: true,
  cell: ({ reason }: { reason?: string | null }) => reason,
};

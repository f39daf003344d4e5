/** Why it was decided so, which wider screens read below the state. */
export const REASON = {
  header: 'Reason',
  slim: true,
  folded: true,
  cell: ({ reason }: { reason?: string | null }) => reason,
};

/** The files of an identity check: the column that holds the id of each, and what the file shows. */
export const KYC_FILES = [
  { column: 'documentFileId', shows: 'Identity document' },
  { column: 'backFileId', shows: 'Back of the identity document' },
  { column: 'proofOfAddressFileId', shows: 'Proof of address' },
  { column: 'selfieFileId', shows: 'Selfie' },
] as const;

export type PaperColumn = (typeof KYC_FILES)[number]['column'];

/** What the file in a column shows. */
export const paperShown = (column: PaperColumn): string =>
  KYC_FILES.find((file) => file.column === column)?.shows ?? column;

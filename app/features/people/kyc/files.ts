export const KYC_FILES = [
  { column: 'documentFileId', shows: 'Identity document' },
  { column: 'backFileId', shows: 'Back of the identity document' },
  { column: 'proofOfAddressFileId', shows: 'Proof of address' },
  { column: 'selfieFileId', shows: 'Selfie' },
] as const;

export type PaperColumn = (typeof KYC_FILES)[number]['column'];

export const paperShown = (column: PaperColumn): string =>
  KYC_FILES.find((file) => file.column === column)?.shows ?? column;

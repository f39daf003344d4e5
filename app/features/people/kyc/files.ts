export const KYC_FILES = [
  { column: 'documentFileId', shows: 'Identity document' },
  { column: 'backFileId', shows: 'Back of the identity document' },
  { column: 'proofOfAddressFileId', shows: 'Proof of address' },
  { column: 'selfieFileId', shows: 'Selfie' },
] as const;

export type DocumentColumn = (typeof KYC_FILES)[number]['column'];

export const documentName = (column: DocumentColumn): string =>
  KYC_FILES.find((file) => file.column === column)?.shows ?? column;
